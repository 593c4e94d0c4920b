/**
 * The environment of a new machine for a process that a test starts: nothing but a path. And the folder in which Node keeps
 * what it has compiled (vitest.config.ts), or every process would compile the app again.
 */
export const BARE_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
