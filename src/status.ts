import { main } from './cli/cli.ts';

await main('status');
