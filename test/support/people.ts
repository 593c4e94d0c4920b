import { expect } from 'vitest';
import type { SubmitValues } from '../../sandbox/slack/client/fill-in.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { PressTarget } from '../../sandbox/slack/client/screen.ts';
import type { SeenMessage, View } from '../../sandbox/slack/client/seen.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { Person as PinOwner } from '../../src/account/names.ts';
import { ACCOUNTS_VIEW, ADD_ACCOUNTS } from '../../src/slack/accounts/accounts.ts';
import { SHARE_VIEW } from '../../src/slack/card/share.ts';
import { HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import type { Store } from '../../src/store/create-store.ts';
import { LANGUAGES, wordsOf } from '../../src/words/words.ts';
import { drawn } from '../messages/drawn.ts';
import { UNHURRIED } from '../store/use-databases.ts';
import type { LogLine } from './capture-log.ts';
import { words } from './reader.ts';

// What people do and see, for flow tests that read as: a person types this, Slack shows that.

/** A message, a window or Home. */
type Shown = Partial<Pick<SeenMessage, 'text' | 'blocks'>> | View | undefined;

/** The lines that a person reads. */
export const linesOf = (shown: Shown): string[] => drawn(shown?.blocks ?? []);
export const textOf = (shown: Shown): string => linesOf(shown).join('\n');

/** Searches what a person reads and what Slack got, with ids and the values of fields and menus. */
const has = (shown: Shown, text: string | RegExp) => {
  const all = [shown && 'text' in shown ? shown.text : '', textOf(shown), JSON.stringify(shown ?? '')].join(
    '\n',
  );
  return typeof text === 'string' ? all.includes(text) : text.test(all);
};

/** Waits until this is true. */
export const until = (person: Person, isSo: () => boolean): Promise<true> =>
  person.waitFor(() => isSo() || undefined);

/** The first message with this text that the person can read, in one channel or in any. */
export const reads = (person: Person, text: string | RegExp, channel?: string): Promise<SeenMessage> =>
  person.waitFor(() => person.messages(channel).find((message) => has(message, text)));

/** The open window, once it has this text. */
export const sees = (person: Person, text: string | RegExp = ''): Promise<View> =>
  person.waitFor(() => {
    const view = person.modal();
    return view && has(view, text) ? view : undefined;
  });

/** The person's Home, once it has this text. */
export const seesAtHome = (person: Person, text: string | RegExp = ''): Promise<View> =>
  person.waitFor(() => {
    const view = person.home();
    return view && has(view, text) ? view : undefined;
  });

/** Types `/backup-status typed` and resolves with the text of the answer, which may be the note that one follows. */
export const answer = async (person: Person, typed: string, options = {}): Promise<string> =>
  (await person.command(`/backup-status ${typed}`, options)).message?.text ?? '';

/** Types `/backup-status typed` and resolves with the window once it has this text. */
export async function opens(person: Person, typed: string, text?: string | RegExp, options = {}) {
  await answer(person, typed, options);
  return await sees(person, text);
}

/** Presses a button, or chooses in a menu, and resolves with the window once it has this text. */
export async function presses(person: Person, target: PressTarget, text?: string | RegExp) {
  await person.press(target);
  return await sees(person, text);
}

/** Opens Home and resolves with it once it has this text. */
export async function opensHome(person: Person, text?: string | RegExp) {
  await person.openHome();
  return await seesAtHome(person, text);
}

/** Types an id and resolves with the card, which follows a note on a slow machine. */
export async function card(person: Person, id: string): Promise<SeenMessage> {
  const before = new Set(person.messages().map(({ ts }) => ts));
  await answer(person, id);
  const isCard = (message: SeenMessage) => has(message, `"block_id":"account::${id}"`);
  return await person.waitFor(() => person.messages().find((one) => !before.has(one.ts) && isCard(one)));
}

/** Fills in the open window and waits until it shows this text. */
export async function submits(person: Person, values: SubmitValues, text: string): Promise<void> {
  await sees(person);
  await person.submit(values);
  await sees(person, text);
}

/** Fills in the open window, which says under this field what is wrong. */
export async function refuses(person: Person, values: SubmitValues, field: string, text: string) {
  await sees(person);
  expect((await person.submit(values)).errors).toEqual({ [field]: text });
}

/** Types `/backup-status watch typed`, saves the form, and closes it. */
export async function watches(person: Person, typed: string, values: SubmitValues = {}): Promise<void> {
  await person.command(`/backup-status watch ${typed}`);
  const [before = ''] = words.watches.form.saved('<#').split('<#');
  await sees(person);
  await person.submit(values);
  await person.waitFor(() => has(person.modal(), before) || undefined);
  await person.closeModal();
}

/** Waits until Home was requested this many times and shows the result. */
export const answered = ({ logLines }: { readonly logLines: readonly LogLine[] }, count: number) =>
  expect.poll(() => logLines.filter(({ by }) => by === 'home')).toHaveLength(count);

/** Warnings and worse. */
export const warningsIn = (lines: readonly LogLine[]) => lines.filter(({ level }) => level >= 40);

/** The owner of these pins, as the store identifies them. */
export const ownerOf = ({ id, teamId }: Pick<Person, 'id' | 'teamId'>): PinOwner => ({
  userId: id,
  teamId,
});

/** Pins accounts under these names, by id. */
export async function pinAs(store: Store, person: Person, names: Readonly<Record<string, string>>) {
  for (const [accountId, name] of Object.entries(names))
    await store.pins.add(ownerOf(person), { accountId, name });
}

/** Makes a watch in a channel or for the person. Accounts in `bad` were critical at `sinceMs`. */
export async function watchIn(
  store: Store,
  person: Person,
  channelId: string,
  patterns: readonly string[],
  {
    minLevel = 'critical',
    sinceMs = 0,
    bad = [],
  }: {
    readonly minLevel?: 'critical' | 'attention';
    readonly sinceMs?: number;
    readonly bad?: readonly string[];
  } = {},
) {
  const state = { level: 'critical', startedAtMs: sinceMs, readAtMs: sinceMs } as const;
  const incident = { level: 'critical', startedAtMs: sinceMs, detectedAtMs: 0 } as const;
  const options = { minLevel, zone: 'UTC', createdAtMs: sinceMs };
  await store.watches.add({ channelId, person: ownerOf(person), patterns, options });
  if (bad.length === 0) return;
  const nowMs = Math.max(sinceMs, Date.now());
  for (const claim of await store.watchStore.claimAccounts(nowMs, patterns.length, UNHURRIED)) {
    const read = bad.includes(claim.accountId) ? { state, incident, changes: [] } : {};
    await store.watchStore.commitReading(nowMs, claim, () => ({ ...read, dueAtMs: nowMs }));
  }
}

/** Everything in a person's Home as one text. Empty while there is none. */
export const homeText = (person: Person): string => JSON.stringify(person.home()?.blocks ?? []);

/** Opens *Accounts* in Home. */
export async function openAccounts(person: Person): Promise<void> {
  await person.openHome();
  await seesAtHome(person, HOME_ACTIONS.accounts);
  await person.press({ actionId: HOME_ACTIONS.accounts });
  await sees(person, ACCOUNTS_VIEW.add);
}

/** Opens the window for pasted accounts: in Home, *Accounts*, *Add*. */
export async function openAddAccounts(person: Person): Promise<void> {
  await openAccounts(person);
  await person.press({ actionId: ACCOUNTS_VIEW.add });
  await sees(person, ADD_ACCOUNTS.field);
}

/** Adds accounts to the list as a person does. */
export async function pasteAccounts(person: Person, rows: string): Promise<void> {
  await openAddAccounts(person);
  await person.submit({ [ADD_ACCOUNTS.field]: rows });
}

/** The calls that the app has made to Slack, oldest first; of one method, or all. */
export const callsOf = ({ traffic }: Pick<LocalSlack, 'traffic'>, method?: string) =>
  traffic.flatMap((one) => (one.kind === 'api' && one.method === (method ?? one.method) ? [one] : []));

/** The Homes published to a person, oldest first, each as one text. */
export const publishedTo = (slack: LocalSlack, person: Person): string[] =>
  callsOf(slack, 'views.publish').flatMap(({ args: { user_id, view } }) =>
    user_id === person.id ? [typeof view === 'string' ? view : JSON.stringify(view)] : [],
  );

const SHARING = LANGUAGES.map((language) => wordsOf(language, language).command.moment);

/** Chooses the channel in the open Share window, and closes the result. */
export async function shareIn(person: Person, channel = 'oncall', { evenIfNotOffered = false } = {}) {
  await sees(person, SHARE_VIEW.callbackId);
  const submitted = await person.submit({ [SHARE_VIEW.channel]: channel }, { evenIfNotOffered });
  await until(person, () => ![SHARE_VIEW.callbackId, ...SHARING].some((text) => has(person.modal(), text)));
  return submitted;
}

/** Types `accounts share note` and shares it in a channel. Resolves with the posted message. */
export async function share(person: Person, accounts: string, { channel = 'oncall', note = '' } = {}) {
  const seen = person.messages(channel).map(({ ts }) => ts);
  await person.command(`/backup-status ${accounts} share ${note}`);
  await shareIn(person, channel);
  const message = await person.waitFor(() =>
    person.messages(channel).find(({ ts, isEphemeral }) => !isEphemeral && !seen.includes(ts)),
  );
  await person.closeModal();
  return message;
}

/** What a bot that can answer says. */
export const READY = {
  status: 200,
  process: 'ok',
  slack: 'ok',
  service: 'ok',
  database: 'ok',
  watch: 'ok',
};

/** What `/readyz` says: its status, and for each part what is known of it if it is not `ok`. */
export async function readiness({ operationsUrl }: { readonly operationsUrl: string }) {
  const response = await fetch(`${operationsUrl}/readyz`);
  const { parts } = (await response.json()) as {
    readonly parts: Readonly<Record<string, { readonly ok: boolean }>>;
  };
  const said = Object.entries(parts).map(([part, { ok, ...known }]) => [part, ok ? 'ok' : known]);
  return { status: response.status, ...Object.fromEntries(said) };
}
