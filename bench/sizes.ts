/** How much is measured. */
export interface Sizes {
  /** Leaves out what stands in the tables for comparison only, and has no goal. */
  readonly onlyGoals: boolean;
  /** Of everything that is compared; an odd number has one in the middle. */
  readonly rounds: number;
  /** Of load, in each round. */
  readonly loadMs: number;
  /** Before the first round, so that compilers are done. */
  readonly warmUpMs: number;
  /** The same where commands are sent one by one. */
  readonly warmUpCommands: number;
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
  /** Of a command on the command line. */
  readonly runs: number;
  /** Before resident memory is looked at for the second time. */
  readonly commands: number;
  /** People, and pins, in the databases compared; the first is the yardstick. */
  readonly growth: readonly number[];
  readonly growthRounds: number;
  readonly growthCalls: number;
  readonly databases: readonly ('SQLite' | 'PostgreSQL')[];
}

export const FULL: Sizes = {
  onlyGoals: false,
  rounds: 5,
  loadMs: 2_000,
  warmUpMs: 10_000,
  warmUpCommands: 15_000,
  waves: 40,
  renewalMs: 4_500,
  renewalRounds: 3,
  homes: 15,
  warmUpHomes: 40,
  cards: 20_000,
  starts: 5,
  runs: 25,
  commands: 10_000,
  growth: [100, 1_000, 10_000, 100_000],
  growthRounds: 5,
  growthCalls: 100,
  databases: ['SQLite', 'PostgreSQL'],
};

/** All of it in two minutes. A warm-up of fewer seconds measures compilers: the product takes five, Bolt's hello world two. */
export const QUICK: Sizes = {
  onlyGoals: true,
  rounds: 3,
  loadMs: 600,
  warmUpMs: 5_000,
  warmUpCommands: 4_000,
  waves: 15,
  renewalMs: 2_100,
  renewalRounds: 1,
  homes: 5,
  warmUpHomes: 10,
  cards: 5_000,
  starts: 3,
  runs: 5,
  commands: 300,
  growth: [100, 10_000],
  growthRounds: 2,
  growthCalls: 20,
  databases: ['SQLite', 'PostgreSQL'],
};
