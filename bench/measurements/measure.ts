import type { Finding } from '../finding.ts';
import type { Sizes } from '../sizes.ts';
import type { World } from '../world.ts';

/** One measurement: starts what it needs, stops all of it. */
export type Measure = (world: World, sizes: Sizes) => Promise<Finding>;
