/** How much is measured. */
export interface Sizes {
  /** Of everything that is compared; an odd number has one in the middle. */
  readonly rounds: number;
  /** Of load, in each round. */
  readonly loadMs: number;
  /** Before the first round, so that compilers are done. */
  readonly warmUpMs: number;
  /** Waves of up to eight look-ups in a round; see `look-up-load.ts`. */
  readonly waves: number;
  /** Under load with tokens of two seconds, so more than two. */
  readonly renewalMs: number;
  readonly renewalRounds: number;
  readonly homes: number;
  /** Homes opened before those that count. */
  readonly warmUpHomes: number;
  readonly cards: number;
  readonly starts: number;
  /** Before resident memory is looked at for the second time. */
  readonly commands: number;
  /** People, and pins, in the databases compared; the first is the yardstick. */
  readonly growth: readonly number[];
  readonly growthCalls: number;
  readonly databases: readonly ('SQLite' | 'PostgreSQL')[];
}

export const FULL: Sizes = {
  rounds: 5,
  loadMs: 2_000,
  warmUpMs: 3_000,
  waves: 40,
  renewalMs: 4_500,
  renewalRounds: 3,
  homes: 15,
  warmUpHomes: 40,
  cards: 20_000,
  starts: 5,
  commands: 10_000,
  growth: [100, 1_000, 10_000, 100_000],
  growthCalls: 100,
  databases: ['SQLite', 'PostgreSQL'],
};

/** All of it in less than a minute. */
export const QUICK: Sizes = {
  rounds: 3,
  loadMs: 250,
  warmUpMs: 600,
  waves: 6,
  renewalMs: 2_500,
  renewalRounds: 1,
  homes: 3,
  warmUpHomes: 3,
  cards: 5_000,
  starts: 2,
  commands: 500,
  growth: [100, 100_000],
  growthCalls: 20,
  databases: ['SQLite', 'PostgreSQL'],
};
