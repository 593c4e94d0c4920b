import { alerted, changed, lookedAt, openThousands, type Steps } from '../test/reliability/thousands.ts';
import { atMost, type Finding, figure } from './finding.ts';

/** Code that runs for the first time and the collection of garbage stop a loop too; work of ours does so every time. */
const TRIES = 3;

/** 5: what is large, while others are served. What is hostile: `npm run fuzz`. */
export async function longestStop(): Promise<Finding> {
  const stops: [what: string, stopMs: number][] = [];
  for (const stepsOf of [lookedAt, changed, alerted]) {
    const thousands = await openThousands();
    stops.push(...(await stopsOf(thousands.bot, stepsOf(thousands)).finally(thousands.close)));
  }
  const longestMs = Math.max(...stops.map(([, stopMs]) => stopMs));
  return {
    title: '5. The longest stop of the event loop',
    about:
      'How long 20,000 accounts, all watched in #oncall, make everybody else wait: the longest turn of the event loop in processor time, the best of three tries.',
    columns: ['What', 'Longest stop'],
    rows: stops.map(([what, stopMs]) => [what, figure(stopMs, 'ms')]),
    goals: [atMost('Longest stop of the event loop', { value: longestMs, spread: 0 }, 50, 'ms')],
  };
}

async function stopsOf(bot: { longestStopMs(): Promise<number> }, steps: Steps) {
  const stops: [what: string, stopMs: number][] = [];
  for (const [what, step] of Object.entries(steps)) {
    const tries: number[] = [];
    while (tries.length < TRIES) {
      await bot.longestStopMs();
      await step();
      tries.push(await bot.longestStopMs());
    }
    stops.push([what, Math.min(...tries)]);
  }
  return stops;
}
