// Loaded into the bot's process before the bot itself. It lets the sandbox move the bot's clock, and ends the bot when
// the sandbox ends.
import { registerHooks } from 'node:module';

const machineNow = Date.now.bind(Date);
let aheadMs = 0;

Date.now = () => machineNow() + aheadMs;
process.on('message', (message) => {
  aheadMs = Number(message);
});
// Listening must not keep the bot alive.
process.channel?.unref();
// The sandbox has ended, for any reason: nobody uses the bot now, and it holds the password of the service.
process.once('disconnect', () => process.exit(1));

// Slack's client measures by the clock how long its sockets have been silent. If the clock jumped, it would drop both
// with the requests in progress, so it gets a clock that never jumps.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/@slack/socket-mode/') || !loaded.source) return loaded;
    return { ...loaded, source: loaded.source.toString().replaceAll('Date.now()', 'performance.now()') };
  },
});
