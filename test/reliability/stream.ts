import { ask, type Seen, type World } from './world.ts';

/** What may be lost with a process: Slack shows the person its own error. */
export const UNANSWERED = 'the command that the dead process had: Slack says so';

const PAUSE_MS = 150;

/** Four people send commands one after another while `disturb` runs, and one more afterwards. */
export async function stream(world: World, disturb: () => Promise<unknown>): Promise<Seen> {
  const seen: Seen[] = [];
  let isOver = false;
  const streaming = [1, 2, 3, 4].map(async (number) => {
    const person = world.slack.person(`member-${number}`);
    while (!isOver) {
      seen.push(await ask(person, `/backup-status load-${number}`));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });
  await disturb();
  isOver = true;
  await Promise.all(streaming);
  return judge(seen, await ask(world.ada, '/backup-status 1001'));
}

/** The last command, with the result of the others: one without an answer makes the whole row silent. */
export function judge(seen: readonly Seen[], last: Seen): Seen {
  const silent = seen.filter(({ text }) => text === '');
  if (silent.length > 0) return { text: '', afterMs: 0, lost: `${silent.length} commands without a word` };
  return seen.some(({ text }) => text.startsWith('Slack:')) ? { ...last, lost: UNANSWERED } : last;
}
