import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['test/measures/ways.ts'],
    testTimeout: 300_000,
    // Counts the functions of our own text, without Vite's exports.
    experimental: { viteModuleRunner: false },
    env: { TZ: 'UTC' },
  },
});
