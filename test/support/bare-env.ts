/**
 * The environment of a new machine for a process of a test: only a path, and the folder of Node's compile cache
 * (vitest.config.ts), without which every process would compile the app again.
 */
export const BARE_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
