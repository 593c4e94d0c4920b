/**
 * How often a property is tried: this often in CI, whose runs add up, and a quarter of that elsewhere. CI may find rare
 * cases; each gets an example or a test of its own.
 */
export const runs = (inCi: number) => ({ numRuns: process.env.CI ? inCi : Math.ceil(inCi / 4) });
