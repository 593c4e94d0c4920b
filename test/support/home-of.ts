import type { Person as SlackPerson } from '../../sandbox/slack/client/person.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { Person } from '../../src/domain/pins.ts';

/** Whose pins these are, as the store knows them. */
export const ownerOf = ({ id, teamId }: Pick<SlackPerson, 'id' | 'teamId'>): Person => ({
  userId: id,
  teamId,
});

/** Everything that can be read in somebody's Home, as one text; empty while there is none. */
export const homeText = (person: SlackPerson): string => JSON.stringify(person.home()?.blocks ?? []);

/** The Homes that were published to a person, oldest first, each as one text. */
export function publishedTo(slack: LocalSlack, person: SlackPerson): string[] {
  return slack.traffic.flatMap((one) => {
    if (one.kind !== 'api' || one.method !== 'views.publish' || one.args.user_id !== person.id) return [];
    return typeof one.args.view === 'string' ? [one.args.view] : [JSON.stringify(one.args.view)];
  });
}
