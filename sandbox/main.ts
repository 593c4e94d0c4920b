import { spawn } from 'node:child_process';
import { CUSTOMERS } from './backup-service/accounts/accounts.ts';
import { nextNight, playNight } from './night/play-night.ts';
import { parseOptions, type SandboxOptions, USAGE } from './options.ts';
import type { RunningPage } from './page/start-page.ts';
import type { LocalSlack } from './slack/start-local-slack.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';
import { runPrompt } from './terminal/prompt.ts';
import { createSession } from './terminal/session.ts';

const { stdin, stdout, stderr } = process;

/** Starts everything, runs lines or a prompt, stops everything. Resolves with the exit code. */
async function main(options: SandboxOptions): Promise<number> {
  const { isNight, lines } = options;
  const { beginsAtMs, describedAtMs } = nextNight(Date.now());
  const sandbox = await startSandbox({
    ...options,
    ...(isNight && { language: 'en', describedAtMs }),
    environment: isNight ? {} : process.env,
    onLogLine: (line) => options.isVerbose && stderr.write(`${line}\n`),
    onCalled({ target, action, title }) {
      if (!isNight) stdout.write(`\n${target} was called: ${action} ${title}\n`);
    },
  });
  const interrupted = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(0));
  });
  let isStopping = false;
  let page: Promise<RunningPage> | undefined;
  const botEnded = sandbox.botExited.then((code) => {
    if (!isStopping) stderr.write(`the bot ended by itself with code ${code}\n`);
    return 1;
  });

  async function use(): Promise<number> {
    if (isNight) {
      await playNight(sandbox, beginsAtMs, (line) => stdout.write(`${line}\n`));
      return 0;
    }
    if (sandbox.service && showsWatches(lines[0])) await watchInAlerts(sandbox.slack);
    if (lines.length > 0) return runLines(sandbox, lines);
    // Loaded only here, because `--once` must not wait for a bundler.
    page = import('./page/start-page.ts').then(({ startPage }) => startPage(sandbox));
    return readLines(sandbox, options, (await page).url);
  }

  try {
    return await Promise.race([use(), interrupted, botEnded]);
  } finally {
    isStopping = true;
    // When its start failed, `use` has reported why.
    await page?.then(
      ({ close }) => close(),
      () => undefined,
    );
    await sandbox.stop();
  }
}

/** Says where everything is, and reads lines until the input ends or says quit. `url`: that of the page. */
async function readLines(sandbox: Sandbox, options: SandboxOptions, url: string): Promise<number> {
  const { service, serviceUrl, slack } = sandbox;
  stdout.write(`\nThe page:    ${url}\nThe service: ${serviceUrl}\nThe Slack:   ${slack.apiUrl}\n\n`);
  if (options.isOpened && service) openInBrowser(url);
  // Every user of this machine can read a program's arguments, so they must not contain a secret.
  else if (options.isOpened) stderr.write(SECRET_ADDRESS);
  await runPrompt({
    ...sessionOptions(sandbox),
    accounts: service ? ACCOUNTS_TEXT : 'The accounts are those of your own service.',
    pageUrl: url,
    input: stdin,
    output: stdout,
  });
  return 0;
}

/**
 * Runs lines as the prompt does, and prints what the person sees after each; after the second and later also news. Rejects
 * when Slack refuses one, or the app does not answer.
 */
async function runLines(sandbox: Sandbox, [first = '', ...then]: readonly string[]): Promise<number> {
  const session = createSession(sessionOptions(sandbox));
  stdout.write(`${await session.run(first)}\n`);
  session.news();
  for (const line of then) {
    const printed = await session.run(line);
    await sandbox.clock.settled();
    const shown = [printed, session.news()].filter(Boolean).join('\n\n');
    stdout.write(`\n> ${line}\n\n${shown || 'Nothing new.'}\n`);
  }
  return 0;
}

const sessionOptions = ({ slack, clock }: Sandbox) => ({
  slack,
  passTime: clock.pass,
  ...(stdout.isTTY && { width: Math.min(stdout.columns, 72) }),
});

/** Whether the prompt or first line shows watches. Otherwise there are none, as in a new workspace, which starts sooner. */
const showsWatches = (line: string | undefined) =>
  line === undefined ||
  /^(?:\/backup-status )?(?:summary|özet|ozet|watches|izlenenler|bad|sorunlu|ending|biten|full|dolu)(?: \S+)?$/iu.test(
    line,
  );

/** One of each kind: fine, act now, half protected, a package that ends, late, stale, and two that are late within hours. */
const WATCHED = ['1001', '1004', '1007', '1010', '2002', '2009', '2001', '2012'];
const CHANNEL = 'alerts';

/** Ada watches some accounts in #alerts, with a summary every day at eight: a typical workspace after its first day. */
async function watchInAlerts(slack: LocalSlack): Promise<void> {
  const ada = slack.person('ada');
  await ada.command(`/backup-status watch ${WATCHED.join(' ')}`, { channel: CHANNEL });
  await ada.waitFor(() => ada.modal());
  // On a slow machine the app may miss Slack's three seconds, so Ada submits again.
  for (let presses = 1; (await ada.submit()).ack !== 'ok' && presses < 5; ) presses += 1;
  await ada.waitFor(() => ada.messages(CHANNEL).find(({ authorId }) => authorId === slack.botUserId));
  await ada.waitFor(() => (ada.modal()?.submit === undefined ? true : undefined));
  await ada.closeModal();
  await ada.command('/backup-status summary 08:00', { channel: CHANNEL });
  await ada.waitFor(() =>
    ada
      .messages(CHANNEL)
      .find(({ isEphemeral, text }) => isEphemeral !== true && /^<@\w+>.*08:00/u.test(text)),
  );
}

/** The program that opens a link on each platform; on all others `xdg-open`. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

/** Opens the address in the default browser and does not wait. Says so when there is no program to open it. */
function openInBrowser(url: string): void {
  const command = OPENERS[process.platform] ?? 'xdg-open';
  const opener = spawn(command, [url], { stdio: 'ignore', detached: true });
  opener.on('error', () => {
    stderr.write(`${command} is not there to open the page; its address is ${url}\n`);
  });
  opener.unref();
}

const SECRET_ADDRESS =
  'Not opened: other users of this machine would see the secret in the address. Open it in your browser yourself.\n';

const ACCOUNTS_TEXT = CUSTOMERS.map(({ id, name, title }) => `${id.padEnd(18)}${name}: ${title}`).join('\n');

let usage = `\n${USAGE}`;
try {
  const options = parseOptions(process.argv.slice(2));
  usage = '';
  if (options) process.exitCode = await main(options);
  else stdout.write(USAGE);
} catch (error) {
  stderr.write(`${(error as Error).message}\n${usage}`);
  process.exitCode = 1;
}
// A prompt that still reads would keep the process alive.
stdin.unref?.();
