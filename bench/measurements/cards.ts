import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import type { CardJob, CardResult } from '../load/card-load.ts';
import { startWorker } from '../processes/start-worker.ts';
import { rate, withSpread } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { summarise } from '../statistics.ts';
import type { World } from '../world.ts';
import { closing } from './closing.ts';

const FLAGS = ['--expose-gc', '--max-semi-space-size=64', '--min-semi-space-size=64'];

/** 6: cards, and what they weigh. */
export const cards = (_: World, sizes: Sizes): Promise<Finding> =>
  closing(async ({ add }) => {
    const worker = add(startWorker<CardJob, CardResult>('load/card-load.ts', FLAGS));
    const { product } = await alternate({ product: () => worker.run({ cards: sizes.cards }) }, sizes.rounds);
    const perSecond = summarise(product.map((round) => round.perSecond));
    const bytes = summarise(product.map((round) => round.bytesPerCard));
    return {
      title: '6. Cards',
      about:
        'The ordinary accounts of the reference service, healthy and not, as cards; every card at another moment.',
      columns: ['Cards a second', 'Bytes allocated for a card'],
      rows: [[withSpread(rate, perSecond), withSpread(rate, bytes)]],
      goals: [
        { name: 'Cards', value: perSecond.median, should: 'at least', limit: 20_000, unit: 'a second' },
      ],
    };
  });
