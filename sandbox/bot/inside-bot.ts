// Loaded into the bot's process before the bot itself. It lets the sandbox move the bot's clock, makes it read its list
// again, and ends the bot when the sandbox ends.
import './steady-sockets.ts';
import { DatabaseSync } from 'node:sqlite';

const machineNow = Date.now.bind(Date);
let aheadMs = 0;

Date.now = () => machineNow() + aheadMs;
process.on('message', (message) => {
  // As an admin makes it read its files and its list again; not every system has that signal.
  if (message === 'read list') return void process.emit('SIGHUP');
  moveClock(Number(message));
});
/**
 * With the clock its database moves: it was watching until then. One that is busy is tried again, so that nothing comes
 * between the two.
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
// Listening must not keep the bot alive.
process.channel?.unref();
// The sandbox has ended, for any reason: nobody uses the bot now, and it holds the password of the service.
process.once('disconnect', () => process.exit(1));
