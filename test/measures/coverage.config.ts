import { defineConfig, mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

export default mergeConfig(
  config,
  defineConfig({ test: { setupFiles: ['test/measures/take-coverage.ts'] } }),
);
