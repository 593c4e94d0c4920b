// A child process that opens the store in its first argument and prints the result as one line of JSON. With a second
// argument, and as root, it first becomes `nobody`, because root may write everywhere.
import { pino } from 'pino';
import { createStore } from '../../src/store/create-store.ts';
import { StoreError } from '../../src/store/store-error.ts';

const [databaseUrl = '', asNobody] = process.argv.slice(2);
if (asNobody !== undefined && process.getuid?.() === 0) {
  process.setgid?.(65_534);
  process.setuid?.(65_534);
}
try {
  const store = await createStore(databaseUrl, Date.now, pino({ level: 'silent' }));
  await store.close();
  console.log(JSON.stringify({ code: 'opened' }));
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  console.log(JSON.stringify({ code: error.code, message: error.message }));
}
