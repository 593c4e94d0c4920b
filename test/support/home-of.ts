import type { Person as SlackPerson } from '../../sandbox/slack/client/person.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { Person } from '../../src/account/pins.ts';
import { ACCOUNTS_VIEW, ADD_ACCOUNTS } from '../../src/slack/accounts/accounts.ts';
import { HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import type { Store } from '../../src/store/create-store.ts';

/** The owner of these pins, as the store identifies them. */
export const ownerOf = ({ id, teamId }: Pick<SlackPerson, 'id' | 'teamId'>): Person => ({
  userId: id,
  teamId,
});

/** Makes a watch in a channel or for the person. Accounts in `bad` were critical at `sinceMs`. */
export async function watchIn(
  store: Store,
  person: SlackPerson,
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
  for (const claim of await store.watchStore.claimAccounts(nowMs, patterns.length)) {
    const read = bad.includes(claim.accountId) ? { state, incident, changes: [] } : {};
    await store.watchStore.commitReading(nowMs, claim, () => ({ ...read, dueAtMs: nowMs }));
  }
}

/** Everything in a person's Home as one text. Empty while there is none. */
export const homeText = (person: SlackPerson): string => JSON.stringify(person.home()?.blocks ?? []);

/** Waits until the person's open window has this text. */
export const seesInWindow = (person: SlackPerson, text: string, options?: { readonly timeoutMs: number }) =>
  person.waitFor(() => (JSON.stringify(person.modal() ?? {}).includes(text) ? true : undefined), options);

/** Opens *Accounts* in Home. */
export async function openAccounts(person: SlackPerson): Promise<void> {
  await person.openHome();
  await person.waitFor(() => (homeText(person).includes(HOME_ACTIONS.accounts) ? true : undefined));
  await person.press({ actionId: HOME_ACTIONS.accounts });
  await seesInWindow(person, ACCOUNTS_VIEW.add);
}

/** Adds accounts to the list as a person does: in Home, *Accounts*, *Add*. */
export async function pasteAccounts(person: SlackPerson, rows: string): Promise<void> {
  await openAccounts(person);
  await person.press({ actionId: ACCOUNTS_VIEW.add });
  await seesInWindow(person, ADD_ACCOUNTS.field);
  await person.submit({ [ADD_ACCOUNTS.field]: rows });
}

/** The Homes published to a person, oldest first, each as one text. */
export function publishedTo(slack: LocalSlack, person: SlackPerson): string[] {
  return slack.traffic.flatMap((one) => {
    if (one.kind !== 'api' || one.method !== 'views.publish' || one.args.user_id !== person.id) return [];
    return typeof one.args.view === 'string' ? [one.args.view] : [JSON.stringify(one.args.view)];
  });
}
