// Loaded into the bot's process before the bot itself. It lets the sandbox move the bot's clock and make the bot read its
// list again, and ends the bot when the sandbox ends.
import './steady-sockets.ts';
import { DatabaseSync } from 'node:sqlite';

const machineNow = Date.now.bind(Date);
let aheadMs = 0;

Date.now = () => machineNow() + aheadMs;
process.on('message', (message) => {
  // The signal by which an admin makes the bot read its files and list again. Not every system can send it.
  if (message === 'read list') return void process.emit('SIGHUP');
  moveClock(Number(message));
});
/**
 * Marks the time until the move as watched in the database, then moves the clock. Retries later while the database is busy,
 * so that nothing runs between the two.
 */
function moveClock(toAheadMs: number): void {
  try {
    noteWatched(machineNow() + toAheadMs);
  } catch {
    return void setTimeout(moveClock, 1, toAheadMs);
  }
  aheadMs = toAheadMs;
  process.send?.(aheadMs);
}
function noteWatched(untilMs: number): void {
  const [, file] = /^sqlite:([^:].*)/.exec(process.env.DATABASE_URL ?? '') ?? [];
  if (file === undefined) return;
  using database = new DatabaseSync(file);
  database.prepare('update watch_source set ticked_at_ms = ?1 where ticked_at_ms < ?1').run(untilMs);
}
// This listener must not keep the bot alive.
process.channel?.unref();
// The sandbox has ended. Nobody uses the bot any more, and it holds the password of the service.
process.once('disconnect', () => process.exit(1));
