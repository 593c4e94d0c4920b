import { randomUUID } from 'node:crypto';
import type { HomeView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { formatDefectHome } from '../../formatters/failure/defect-message.ts';
import { formatHome } from '../../formatters/home/home-view.ts';
import type { Words } from '../../words/words.ts';
import { COMMAND } from '../commands/command-name.ts';
import type { WordsFor } from '../shared/words-for.ts';
import type { CallSlack } from '../web-api/create-call-slack.ts';
import type { SlackFailure } from '../web-api/slack-failure.ts';
import type { HomeMemory } from './home-memory.ts';
import { toHomeState } from './home-state.ts';

/**
 * Publishes a Home as its memory is now. One publish at a time: whoever asks during one waits for the next, which then
 * shows the newest state for all of them. Resolves with false when Slack did not take it; if that may pass, it is tried
 * again by and by.
 */
export type PaintHome = (memory: HomeMemory) => Promise<boolean>;

export interface HomePainterDeps {
  readonly views: Pick<WebClient['views'], 'publish'>;
  readonly callSlack: CallSlack;
  /** Reads anew what another process may have changed. */
  readonly load: (memory: HomeMemory) => Promise<void>;
  readonly wordsFor: WordsFor;
  readonly now: () => number;
  readonly log: Logger;
  /** Before each further attempt at a Home that Slack did not take. Default 5, 15 and 45 seconds. */
  readonly repaintAfterMs?: readonly number[];
}

/** Several processes may publish at once; each time somebody has got through. */
const CONFLICTS_AT_MOST = 3;
/** Slack may ask for more; a Home that is repainted later surprises whoever looks at it. */
const LONGEST_WAIT_MS = 60_000;

export function createHomePainter(deps: HomePainterDeps): PaintHome {
  const { load, log, repaintAfterMs = [5_000, 15_000, 45_000] } = deps;
  const failures = new WeakMap<HomeMemory, number>();

  /** Somebody else's process published since: on top of that goes the newest there is. */
  async function publish(memory: HomeMemory): Promise<boolean> {
    // First, so that nothing in the memory changes between the view and its publishing.
    const words = deps.wordsFor(memory.person.userId);
    let result = await send(deps, memory, drawn(deps, memory, words));
    for (let conflicts = 0; result?.kind === 'outdated' && conflicts < CONFLICTS_AT_MOST; conflicts += 1) {
      await load(memory);
      result = await send(deps, memory, drawn(deps, memory, words));
    }
    if (result?.kind === 'malformed') return publishPlain(deps, memory, words);
    if (result === undefined) failures.delete(memory);
    else repaintLater(memory, result);
    return result === undefined;
  }

  function repaintLater(memory: HomeMemory, { kind, retryAfterMs }: SlackFailure): void {
    const count = failures.get(memory) ?? 0;
    const delayMs = retryAfterMs ?? repaintAfterMs[count];
    const isWorthwhile = kind === 'passing' || kind === 'outdated';
    if (!isWorthwhile || count >= repaintAfterMs.length || delayMs === undefined) {
      failures.delete(memory);
      return;
    }
    failures.set(memory, count + 1);
    const again = () => {
      // Somebody has pressed since, and all is well.
      if (!failures.has(memory)) return;
      paint(memory).catch((err) => log.error({ err }, 'a Home could not be drawn again'));
    };
    setTimeout(again, Math.min(delayMs, LONGEST_WAIT_MS)).unref();
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

  function paint(memory: HomeMemory): Promise<boolean> {
    memory.isPaintWanted = true;
    if (!memory.isPainting) {
      memory.isPainting = true;
      memory.painting = paintWhileWanted(memory);
    }
    return memory.painting;
  }

  return paint;
}

function drawn({ now }: HomePainterDeps, memory: HomeMemory, words: Words): HomeView {
  const { pins, refusal } = memory;
  if (refusal !== undefined) return refusal;
  return formatHome(toHomeState(memory), {
    nowMs: now(),
    words,
    audience: 'private',
    command: COMMAND,
    ...(pins !== 'unavailable' && { pins }),
  });
}

/** Undefined when Slack took it. */
async function send(
  { views, callSlack }: HomePainterDeps,
  memory: HomeMemory,
  view: HomeView,
): Promise<SlackFailure | undefined> {
  const { person, hash } = memory;
  // Whatever goes wrong now, nobody knows any more which view Slack has.
  memory.hash = undefined;
  const called = await callSlack('views.publish', () =>
    views.publish({ user_id: person.userId, view, ...(hash && { hash }) }),
  );
  if (called.kind !== 'done') return called;
  memory.hash = called.value.view?.hash;
  return undefined;
}

/** What Slack cannot draw is a fault of ours: the person is told so, and what works all the same. */
async function publishPlain(deps: HomePainterDeps, memory: HomeMemory, words: Words): Promise<boolean> {
  const { now, log } = deps;
  const reference = randomUUID().slice(0, 8);
  log.error({ reference }, 'Slack could not draw a Home; a plain one takes its place');
  const view = formatDefectHome(reference, { nowMs: now(), words, audience: 'private', command: COMMAND });
  return (await send(deps, memory, view)) === undefined;
}
