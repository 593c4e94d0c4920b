// A process of its own that takes the login lock of its second argument in the PostgreSQL of the first, says so, and keeps it.
import { pino } from 'pino';
import { createLoginLock } from '../../src/store/login-lock.ts';

const [url = '', key = ''] = process.argv.slice(2);
const lock = createLoginLock(url, pino({ level: 'silent' }), 600_000);
await lock.acquire(key, new AbortController().signal);
console.log('held');
setInterval(() => undefined, 60_000);
