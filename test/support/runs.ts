/**
 * How often a property is tried: so often in continuous integration, whose runs add up, and a quarter of that elsewhere. As a
 * rare case is one that CI finds, what it found gets an example or a test of its own.
 */
export const runs = (inCi: number) => ({ numRuns: process.env.CI ? inCi : Math.ceil(inCi / 4) });
