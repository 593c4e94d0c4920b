import type { Person } from '../../sandbox/slack/client/person.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { PersonName } from '../../sandbox/slack/state/workspace.ts';

/** Since the app was told that somebody opened Home. */
export interface HomeTimes {
  readonly firstMs: number;
  /** Until the last account is in. */
  readonly completeMs: number;
}

/** Opens somebody's Home and times its first view and the one that is complete; what stood there before counts for nothing. */
export async function timeHome(
  slack: LocalSlack,
  requestUrl: string,
  { name, isComplete }: { readonly name: PersonName; readonly isComplete: (view: string) => boolean },
): Promise<HomeTimes> {
  slack.deliverTo(requestUrl);
  const person = slack.person(name);
  const before = person.home()?.hash;
  const startedAt = performance.now();
  const opened = person.openHome();
  const firstMs = await whenShown(slack, person, () => true, { startedAt, before });
  const completeMs = await whenShown(slack, person, isComplete, { startedAt, before });
  await opened;
  return { firstMs, completeMs };
}

function whenShown(
  slack: LocalSlack,
  person: Person,
  isWanted: (view: string) => boolean,
  { startedAt, before }: { readonly startedAt: number; readonly before: string | undefined },
): Promise<number> {
  return slack.waitFor(
    () => {
      const view = person.home();
      if (view === undefined || view.hash === before) return undefined;
      return isWanted(JSON.stringify(view)) ? performance.now() - startedAt : undefined;
    },
    { timeoutMs: 20_000 },
  );
}
