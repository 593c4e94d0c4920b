// The name of 1.x for accounts.ts.
import { main } from './cli/cli.ts';

await main('accounts');
