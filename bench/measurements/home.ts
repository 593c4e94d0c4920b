import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { startBot } from '../processes/start-bot.ts';
import { milliseconds, ratio, withSpread } from '../report/figures.ts';
import { seed } from '../seed.ts';
import type { Sizes } from '../sizes.ts';
import { summarise } from '../statistics.ts';
import { memberId, SERVICE_LATENCY_MS, type World } from '../world.ts';
import { closing } from './closing.ts';
import { type HomeTimes, timeHome } from './time-home.ts';

const PINS = 50;
/** Requests that the service is sent at once. */
const AT_ONCE = 8;
const IDEAL_MS = Math.ceil(PINS / AT_ONCE) * SERVICE_LATENCY_MS;

/** 5: Home with fifty pins, from the event to what is on the screen. */
export const home = (world: World, sizes: Sizes): Promise<Finding> =>
  closing(async ({ add }) => {
    const { slack } = world;
    const databaseUrl = `sqlite:${join(world.folder, 'home.db')}`;
    const homes = sizes.warmUpHomes + sizes.homes;
    const pinners = Array.from({ length: homes }, (_, index) => ({
      teamId: slack.teamId,
      userId: memberId(slack, index),
      pins: PINS,
    }));
    await seed(databaseUrl, pinners);
    const bot = add(await startBot('product', { world, settings: { DATABASE_URL: databaseUrl } }));
    await bot.ready();
    const times: HomeTimes[] = [];
    for (let index = 0; index < homes; index += 1) {
      times.push(
        await timeHome(slack, bot.requestUrl, {
          name: `member-${index + 1}`,
          isComplete: isCompleteWith(PINS),
        }),
      );
    }
    return toFinding(times.slice(sizes.warmUpHomes));
  });

/** Every account is in, and none is still asked about. */
export const isCompleteWith = (pins: number) => (view: string) =>
  view.includes('"callback_id":"home"') && view.includes(`All ${pins} accounts are fine`);

function toFinding(times: readonly HomeTimes[]): Finding {
  const first = summarise(times.map(({ firstMs }) => firstMs));
  const complete = summarise(times.map(({ completeMs }) => completeMs));
  const overIdeal = complete.median / IDEAL_MS;
  return {
    title: '5. Home with 50 pins',
    about: `From the event that Home was opened to what Slack has got, accounts nobody has asked for before, from a service that takes ${SERVICE_LATENCY_MS} ms and is sent ${AT_ONCE} requests at once: ${IDEAL_MS} ms would be ideal.`,
    columns: ['', 'time', '× the ideal'],
    rows: [
      ['First paint', withSpread(milliseconds, first), ''],
      ['Complete', withSpread(milliseconds, complete), ratio(overIdeal)],
      ['Ideal', milliseconds(IDEAL_MS), ''],
    ],
    goals: [
      { name: 'Complete beside the ideal', value: overIdeal, should: 'at most', limit: 1.3, unit: '×' },
      { name: 'First paint', value: first.median, should: 'at most', limit: 50, unit: 'ms' },
    ],
  };
}
