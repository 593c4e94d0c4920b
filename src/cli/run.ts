import { pino } from 'pino';
import { AccountRulesError } from '../account-rules/parse-account-rules.ts';
import { readSettings, settingsToFix } from '../read-settings.ts';
import { createStore, type Store } from '../store/create-store.ts';
import { StoreError } from '../store/store-error.ts';

/** What a command is run with. */
export interface CliRun {
  /** The command line, without the `node script` part. */
  readonly args: readonly string[];
  /** That of the process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds. Default: this machine's clock. */
  readonly now?: () => number;
  /** Where lines are read by a person. Absent: what is printed goes to a program, or to a file. */
  readonly terminal?: { readonly columns: number; readonly hasColours: boolean };
  /** Takes what is printed, in whole lines. */
  readonly write: (text: string) => void;
  /** Takes what went wrong. */
  readonly writeError: (text: string) => void;
}

/** Does something with the database. Resolves with the exit code: 1, with the reason told, when nothing could be done. */
export async function withStore(
  { environment, now = Date.now, writeError }: CliRun,
  work: (store: Store) => Promise<number>,
): Promise<number> {
  const read = readSettings(environment, ['DATABASE_URL']);
  if (read.kind === 'invalid') {
    writeError(settingsToFix(read));
    return 1;
  }
  let store: Store | undefined;
  try {
    store = await createStore({
      databaseUrl: read.settings.DATABASE_URL,
      now,
      log: pino({ level: 'silent' }),
    });
    return await work(store);
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof AccountRulesError)) throw error;
    writeError(`${error.message}\n`);
    return 1;
  } finally {
    await store?.close();
  }
}
