import { LANGUAGE } from './reader.ts';
import { type RunningScript, runProgram } from './run-script.ts';
import { type BotProcessSetup, botEnvironment } from './slack-settings.ts';

export interface BotProcess extends RunningScript {
  /** Where Slack delivers to; absent in Socket Mode. */
  readonly requestUrl: string | undefined;
  /** Where health and metrics are; no slash at its end. */
  readonly operationsUrl: string;
}

/** The bot as the image runs it, in a process of its own, ready. Killed at the end of the test. */
export async function startBotProcess(setup: BotProcessSetup): Promise<BotProcess> {
  const script = runProgram('main', { env: { LANGUAGE, ...botEnvironment(setup) } });
  const output = await script.printed('"msg":"ready"');
  const ready = output.split('\n').find((line) => line.includes('"msg":"ready"')) ?? '{}';
  const { port, operations } = JSON.parse(ready) as { port?: number; operations?: number };
  return {
    ...script,
    requestUrl: port === undefined ? undefined : `http://127.0.0.1:${port}/slack/events`,
    operationsUrl: `http://127.0.0.1:${operations}`,
  };
}
