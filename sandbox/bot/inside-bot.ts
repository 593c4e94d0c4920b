// Loaded into the bot's process before the bot itself: its clock then goes as far ahead as the sandbox says, and it ends
// with the sandbox.
import { registerHooks } from 'node:module';

const machineNow = Date.now.bind(Date);
let aheadMs = 0;

Date.now = () => machineNow() + aheadMs;
process.on('message', (message) => {
  aheadMs = Number(message);
});
// Listening must not keep the bot alive.
process.channel?.unref();
// The sandbox is gone, however it ended: nobody is left to answer, and the bot holds the password of the service.
process.once('disconnect', () => process.exit(1));

// Slack's client tells by the clock how long its sockets have been silent. One that leaps would have it drop both of
// them, with whatever is under way; a clock that never leaps is what it wants.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/@slack/socket-mode/') || !loaded.source) return loaded;
    return { ...loaded, source: loaded.source.toString().replaceAll('Date.now()', 'performance.now()') };
  },
});
