// Loaded into a bot's process before the bot itself, where its clock is to jump. Slack's client measures by the clock how
// long its sockets have been silent. If the clock jumped, it would drop both with the requests in progress, so it gets a
// clock that never jumps.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/@slack/socket-mode/') || !loaded.source) return loaded;
    return { ...loaded, source: loaded.source.toString().replaceAll('Date.now()', 'performance.now()') };
  },
});
