import type { Logger } from 'pino';
import type { Config, ConfigResult, SecretFile } from '../config.ts';
import { checkDatabase } from './check-database.ts';
import { ASK_WITHIN_MS, checkListenAddress } from './check-listen-address.ts';
import { checkService } from './check-service.ts';
import { checkAccountRules, checkSettings, checkSettingsFiles } from './check-settings.ts';
import { checkSlackConnection } from './check-slack-connection.ts';
import { checkSlackToken } from './check-slack-token.ts';
import { type CheckName, type Finding, failed, skipped } from './finding.ts';
import { inClearByHttp } from './in-clear.ts';

export interface RunChecksDeps {
  readonly result: ConfigResult;
  /** The files that secrets are read from. */
  readonly secretFiles: readonly SecretFile[];
  /** The account to read; absent: none is. */
  readonly accountId: string | undefined;
  readonly now: () => number;
  readonly log: Logger;
}

/** Part after part, each finding as soon as it is there. Stops nowhere: what cannot be looked at says so. */
export async function* runChecks(deps: RunChecksDeps): AsyncGenerator<Finding> {
  const { result } = deps;
  yield* checkSettings(result);
  yield* await survive('settings files', async () => checkSettingsFiles(deps.secretFiles));
  if (result.kind === 'invalid') {
    yield skipped('slack token', 'this and everything else waits for the settings');
    return;
  }
  for (const [first, check] of parts(result.config, deps)) yield* await survive(first, check);
}

type Part = readonly [first: CheckName, check: () => Promise<readonly Finding[]>];

const parts = (config: Config, deps: RunChecksDeps): readonly Part[] => [
  ['account rules', () => checkAccountRules(config)],
  ['slack token', () => checkSlack(config, deps.log)],
  ['service address', () => checkService({ ...deps, config })],
  ['database', () => checkDatabase(config.databaseUrl, deps.log)],
  ['operations address', () => checkOperations(config)],
];

async function checkOperations({ operations }: Config): Promise<readonly Finding[]> {
  if (operations === undefined) return [];
  const setBy = ['OPERATIONS_HOST', 'OPERATIONS_PORT'] as const;
  return [
    await checkListenAddress({ check: 'operations address', ...operations, setBy, isBot: isReadinessOfBot }),
  ];
}

async function isReadinessOfBot(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
  return (await answer.text()).startsWith('{"ready":');
}

async function checkSlack(config: Config, log: Logger): Promise<readonly Finding[]> {
  const { slack } = config;
  const checked = await checkSlackToken(config, log);
  const { isThere } = checked;
  const what = 'tokens and everything that people ask and read';
  const findings = [
    ...checked.findings,
    ...inClearByHttp('slack token', 'SLACK_API_URL', slack.apiUrl, what),
  ];
  if (!isThere && slack.transport.kind === 'socket') {
    return [...findings, skipped('slack connection', 'not looked at: Slack has to be reached first')];
  }
  return [...findings, ...(await checkSlackConnection(slack, log))];
}

/** A defect in one check must not hide what the others find. Its message may quote anything, so only its kind is told. */
async function survive(first: CheckName, check: Part[1]): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { name: 'a value' };
    const kind = code === undefined ? name : `${name}, ${code}`;
    return [
      failed(first, `could not be looked at (${kind})`, 'This is a defect of the doctor: please report it.'),
    ];
  }
}
