import type { Person } from '../../sandbox/slack/person.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { PersonName } from '../../sandbox/slack/workspace.ts';

/** Since the app was told that somebody opened Home. */
export interface HomeTimes {
  readonly firstMs: number;
  /** Until the last account is in. */
  readonly completeMs: number;
}

/** Opens Home for somebody who has not opened it yet, with accounts nobody has asked about, and times its two views. */
export async function timeHome(
  slack: LocalSlack,
  requestUrl: string,
  { name, isComplete }: { readonly name: PersonName; readonly isComplete: (view: string) => boolean },
): Promise<HomeTimes> {
  slack.deliverTo(requestUrl);
  const person = slack.person(name);
  const startedAt = performance.now();
  const opened = person.openHome();
  const firstMs = await whenShown(slack, person, () => true, startedAt);
  const completeMs = await whenShown(slack, person, isComplete, startedAt);
  await opened;
  return { firstMs, completeMs };
}

function whenShown(
  slack: LocalSlack,
  person: Person,
  isWanted: (view: string) => boolean,
  startedAt: number,
): Promise<number> {
  return slack.waitFor(
    () => {
      const view = person.home();
      return view && isWanted(JSON.stringify(view)) ? performance.now() - startedAt : undefined;
    },
    { timeoutMs: 20_000 },
  );
}
