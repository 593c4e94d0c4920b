// Loaded into a bot's process before the bot itself, when its clock is going to jump. Slack's client uses the clock to
// measure how long its sockets have been silent, so a jump would make it drop both, with the requests in progress. This
// gives it a clock that never jumps.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes('/@slack/socket-mode/') || !loaded.source) return loaded;
    return { ...loaded, source: loaded.source.toString().replaceAll('Date.now()', 'performance.now()') };
  },
});
