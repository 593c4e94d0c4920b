import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { formatHome } from '../formatters/home-view.ts';
import { COMMAND } from './command-name.ts';
import type { HomeMemory } from './home-memory.ts';
import { toHomeState } from './home-state.ts';
import type { WordsFor } from './words-for.ts';

/**
 * Publishes a Home as its memory is now. One publish at a time: whoever asks during one waits for the next, which then
 * shows the newest state for all of them. Resolves with false when Slack did not take it, which is in the log by then.
 */
export type PaintHome = (memory: HomeMemory) => Promise<boolean>;

export interface HomePainterDeps {
  readonly views: Pick<WebClient['views'], 'publish'>;
  /** Reads anew what another process may have changed. */
  readonly load: (memory: HomeMemory) => Promise<void>;
  readonly wordsFor: WordsFor;
  readonly now: () => number;
  readonly log: Logger;
}

export function createHomePainter({ views, load, wordsFor, now, log }: HomePainterDeps): PaintHome {
  async function send(memory: HomeMemory): Promise<'published' | 'outdated' | 'refused'> {
    // First, so that nothing in the memory changes between the view and its publishing.
    const words = await wordsFor(memory.person.userId);
    const { person, pins, hash } = memory;
    const view = formatHome(toHomeState(memory), {
      nowMs: now(),
      words,
      audience: 'private',
      command: COMMAND,
      ...(pins !== 'unavailable' && { pins }),
    });
    // Whatever goes wrong now, nobody knows any more which view Slack has.
    memory.hash = undefined;
    try {
      const { view: shown } = await views.publish({ user_id: person.userId, view, ...(hash && { hash }) });
      memory.hash = shown?.hash;
      return 'published';
    } catch (error) {
      if (error instanceof WebAPIPlatformError && error.data.error === 'hash_conflict') return 'outdated';
      log.error({ userId: person.userId, ...reasonOf(error) }, 'a Home could not be published');
      return 'refused';
    }
  }

  /** Somebody else's process published since: on top of that goes the newest there is. */
  async function publish(memory: HomeMemory): Promise<boolean> {
    let result = await send(memory);
    if (result === 'outdated') {
      await load(memory);
      result = await send(memory);
    }
    return result === 'published';
  }

  async function paintWhileWanted(memory: HomeMemory): Promise<boolean> {
    let isPublished = false;
    try {
      while (memory.isPaintWanted) {
        memory.isPaintWanted = false;
        isPublished = await publish(memory);
      }
      return isPublished;
    } finally {
      memory.isPainting = false;
    }
  }

  return (memory) => {
    memory.isPaintWanted = true;
    if (!memory.isPainting) {
      memory.isPainting = true;
      memory.painting = paintWhileWanted(memory);
    }
    return memory.painting;
  };
}

/** Slack's own words for it, by allow-list: errors of the client carry requests. */
function reasonOf(error: unknown): Record<string, unknown> {
  if (error instanceof WebAPIPlatformError) {
    const { error: code, response_metadata: more } = error.data;
    return { error: code, messages: more?.messages };
  }
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, code: 'code' in error ? error.code : undefined, message: error.message };
}
