// Loaded into the bot's process before the bot itself. It lets the sandbox move the bot's clock, makes it read its list
// again, and ends the bot when the sandbox ends.
import './steady-sockets.ts';

const machineNow = Date.now.bind(Date);
let aheadMs = 0;

Date.now = () => machineNow() + aheadMs;
process.on('message', (message) => {
  // As an admin makes it read its files and its list again; not every system has that signal.
  if (message === 'read list') return void process.emit('SIGHUP');
  aheadMs = Number(message);
  return void process.send?.(aheadMs);
});
// Listening must not keep the bot alive.
process.channel?.unref();
// The sandbox has ended, for any reason: nobody uses the bot now, and it holds the password of the service.
process.once('disconnect', () => process.exit(1));
