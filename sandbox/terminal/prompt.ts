import { createInterface } from 'node:readline/promises';
import { createSession, type SessionOptions } from './session.ts';

const helpText = (
  pageUrl: string,
) => `/backup-status 1001     type a command as in Slack (help, several ids, share); summary, watches and all others work without /backup-status
home                    open the app's Home
refresh, share, pin, …  press the button of that name on the newest card, in Home or in the window; "unpin 2" for the second one
stop, cancel            answer a dialog that asks first by the words on its buttons
submit Acme             fill in the window, or the field of Home, and submit it; a channel or a person by name
close                   close the window
as bora                 become another person: ada, bora, guest, outsider
in general              go to another place: oncall, general, alerts, partners, direct
/invite @backup-status  let the app post in this channel
+1 hour, +2 days        move the clock of Slack, service and bot
accounts                the accounts of the reference service
quit                    stop everything (or Ctrl-C)

What the app posts by itself is printed when it comes.
Change faults, the clock, backups and the token on the page: ${pageUrl}`;

interface PromptOptions extends SessionOptions {
  /** The output of `accounts`. */
  readonly accounts: string;
  readonly pageUrl: string;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Reads lines until the input ends or says quit, and draws what the person sees after each. */
export async function runPrompt({
  accounts,
  pageUrl,
  input,
  output,
  ...start
}: PromptOptions): Promise<void> {
  const session = createSession(start);
  // What the app posted before the first line is not printed.
  session.news();
  const lines = createInterface({ input, output, prompt: '' });
  const say = (text: string) => output.write(text === '' ? '' : `${text}\n\n`);
  // Lines from a pipe may still be queued when the input has ended.
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  const ask = () => {
    if (!isOpen) return;
    lines.setPrompt(`${session.where()}> `);
    lines.prompt();
  };
  let isRunning = false;
  const stopTelling = start.slack.onChange(() => {
    const news = isRunning ? '' : session.news();
    if (news === '') return;
    say(`\n${news}`);
    ask();
  });

  const own: Readonly<Record<string, string>> = { help: helpText(pageUrl), accounts };
  say(helpText(pageUrl));
  ask();
  let end = '\nThe sandbox stops because its standard input has ended. To keep it running, leave that open.';
  for await (const typed of lines) {
    const line = typed.trim();
    if (line === 'quit' || line === 'exit') {
      end = '';
      break;
    }
    isRunning = true;
    // A refusal of the local Slack is printed, and the prompt goes on.
    if (line !== '') say(own[line] ?? (await session.run(line).catch(({ message }: Error) => message)));
    isRunning = false;
    say(session.news());
    ask();
  }
  say(end);
  stopTelling();
  lines.close();
}
