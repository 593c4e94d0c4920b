import { spawn } from 'node:child_process';
import { ACCOUNTS } from './backup-service/accounts/accounts.ts';
import { parseOptions, type SandboxOptions, USAGE } from './options.ts';
import type { RunningPage } from './page/start-page.ts';
import type { Workspace } from './slack/state/workspace.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';
import { runPrompt } from './terminal/prompt.ts';
import { runOnce } from './terminal/run-once.ts';
import { runThen } from './terminal/run-then.ts';
import { watchInAlerts } from './watch-in-alerts.ts';

const { stdin, stdout, stderr } = process;

/** Starts everything, runs one line or a prompt, stops everything. Resolves with the exit code. */
async function main(options: SandboxOptions): Promise<number> {
  const sandbox = await startSandbox({
    isHttp: options.isHttp,
    port: options.port,
    language: options.language,
    ownBotFile: options.ownBotFile,
    environment: process.env,
    onLogLine: (line) => options.isVerbose && stderr.write(`${line}\n`),
  });
  const interrupted = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(0));
  });
  let isStopping = false;
  let starting: Promise<RunningPage> | undefined;
  const botEnded = sandbox.botExited.then((code) => {
    if (!isStopping) stderr.write(`the bot ended by itself with code ${code}\n`);
    return 1;
  });
  const draw = {
    now: sandbox.clock.now,
    color: stdout.isTTY,
    nameOf: (id: string) => nameIn(sandbox.slack.workspace, id),
    ...(stdout.isTTY && { width: Math.min(stdout.columns, 72) }),
  };

  async function use(): Promise<number> {
    const { slack } = sandbox;
    if (sandbox.service && options.ownBotFile === undefined && showsWatches(options.once)) {
      await watchInAlerts(slack);
    }
    if (options.once !== undefined) {
      const person = slack.person(options.person as Parameters<typeof slack.person>[0]);
      const { isAnswered, output } = await runOnce({ ...options, line: options.once, person, draw });
      stdout.write(`${output}\n`);
      for await (const shown of runThen(sandbox, { ...options, draw, lines: options.thenLines })) {
        stdout.write(`\n${shown}\n`);
      }
      return isAnswered ? 0 : 1;
    }
    starting = servePage(sandbox, options);
    const page = await starting;
    stdout.write(
      `\nThe page:    ${page.url}\nThe service: ${sandbox.serviceUrl}\nThe Slack:   ${slack.apiUrl}\n\n`,
    );
    if (options.ownBotFile !== undefined) stdout.write(ownBotText(options.ownBotFile));
    if (options.isOpened && sandbox.service)
      openInBrowser(page.url, (problem) => stderr.write(`${problem}\n`));
    // Every user of this machine can read the arguments of a program, so a secret must not be among them.
    else if (options.isOpened) stderr.write(SECRET_ADDRESS);
    await runPrompt({
      ...options,
      slack,
      clock: sandbox.clock,
      draw,
      input: stdin,
      output: stdout,
      accounts: accountsText(sandbox),
      pageUrl: page.url,
    });
    return 0;
  }

  try {
    return await Promise.race([use(), interrupted, botEnded]);
  } finally {
    isStopping = true;
    // Interrupted during the start, or the start failed: `use` has reported why.
    const page = await starting?.catch(() => undefined);
    await page?.close();
    await sandbox.stop();
  }
}

/** One line that asks for something else is answered as in a new workspace, and sooner. */
const showsWatches = (once: string | undefined) =>
  once === undefined || /^(?:\/backup-status )?(?:summary|özet|ozet|watches|izlenenler)$/iu.test(once);

function nameIn({ users, channels }: Workspace, id: string): string | undefined {
  return users.find((user) => user.id === id)?.realName ?? channels.find((one) => one.id === id)?.name;
}

/** Loaded only here: `--once` must not wait for a bundler. */
async function servePage(sandbox: Sandbox, { port }: SandboxOptions): Promise<RunningPage> {
  const { startPage } = await import('./page/start-page.ts');
  return startPage({ sandbox, port: port === 0 ? 0 : port + 3 });
}

/** The program that opens a link on each platform; on all others `xdg-open`. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the address in the default browser and does not wait. Calls `onProblem` when there is no program to open it. */
function openInBrowser(url: string, onProblem: (problem: string) => void): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => onProblem(`${command} is not there to open the page; its address is ${url}`));
  opener.unref();
}

const ownBotText = (file: string) =>
  `Your bot:    its settings are in ${file} until this ends; with .env in this folder: npm run doctor, npm start\n\n`;

const SECRET_ADDRESS =
  'Not opened: other users of this machine would see the secret in the address. Open it in your browser yourself.\n';

const accountsText = ({ service }: Pick<Sandbox, 'service'>) =>
  service
    ? ACCOUNTS.map(({ id, title }) => `${id.padEnd(18)}${title}`).join('\n')
    : 'The accounts are those of your own service.';

const parsed = parseOptions(process.argv.slice(2));
switch (parsed.kind) {
  case 'help':
    stdout.write(USAGE);
    break;
  case 'invalid':
    stderr.write(`${parsed.problem}\n\n${USAGE}`);
    process.exitCode = 1;
    break;
  case 'run':
    process.exitCode = await main(parsed.options).catch((error: Error) => {
      stderr.write(`${error.message}\n`);
      return 1;
    });
    // A prompt that still reads would keep the process alive.
    stdin.unref?.();
    break;
  default:
    parsed satisfies never;
}
