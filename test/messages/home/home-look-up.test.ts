import { describe, expect, it } from 'vitest';
import type { HomeState } from '../../../src/slack/home/home-state.ts';
import { NO_BACKUP, NOT_CHECKED, NOT_FOUND, summary } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { home, homeLines, LOOK_UP, WINDOWS } from '../home.ts';
import {
  ACT_ROW,
  DRAWN_AT,
  FINE_AGES,
  FINE_ROW,
  failureOf,
  SINCE,
  sinceLineOf,
  statusLineOf,
} from '../rows.ts';
import { CRITICAL, found, lastKnown, unavailable } from '../samples.ts';

describe('the look-up field', () => {
  const field = (state: Partial<HomeState>) => home(state).blocks.find(({ type }) => type === 'input');
  const answered = (lookedUp: HomeState['lookedUp']) =>
    lookedUp === undefined ? [] : homeLines({ lookedUp }).slice(4, -WINDOWS.length);

  it('takes an id and sends it when Enter is pressed', () => {
    expect(field({})).toEqual({
      type: 'input',
      block_id: 'home_lookup',
      dispatch_action: true,
      label: { type: 'plain_text', text: LOOK_UP.slice(2), emoji: true },
      element: {
        type: 'plain_text_input',
        action_id: 'home_lookup_id',
        placeholder: {
          type: 'plain_text',
          text: words.home.lookUpPlaceholder,
          emoji: true,
        },
      },
    });
  });

  it('empties for a new look-up, and keeps what is typed while its answer comes in', () => {
    const asking = field({ lookedUp: { kind: 'asking', ids: ['1001'], askedAtMs: 5 } });
    const outcome = field({ lookedUp: { kind: 'outcome', outcome: found(), askedAtMs: 5 } });
    const next = field({ lookedUp: { kind: 'outcome', outcome: found(), askedAtMs: 6 } });
    expect(asking?.block_id).not.toBe(field({})?.block_id);
    expect(outcome).toEqual(asking);
    expect(next?.block_id).not.toBe(outcome?.block_id);
    expect(JSON.stringify([asking, outcome, next])).not.toContain('initial_value');
  });

  it('gives back what could not be read, to be corrected', () => {
    const problem = { kind: 'id-unreadable', typed: '10 01?' } as const;
    expect(field({ lookedUp: { kind: 'problem', problem, askedAtMs: 5 } })).toMatchObject({
      element: { initial_value: '10 01?' },
    });
    expect(answered({ kind: 'problem', problem, askedAtMs: 5 })).toEqual([
      words.command.problem(problem),
      `${words.command.typeThis} 1001`,
    ]);
  });

  it('says that it asks, then shows the card where it was asked for', () => {
    expect(answered({ kind: 'asking', ids: ['1', '2', '3', '4', '5'], askedAtMs: 5 })).toEqual([
      words.home.asking(['1', '2', '3'], 2),
    ]);
    expect(answered({ kind: 'outcome', outcome: found(), askedAtMs: 5 }).slice(0, 2)).toEqual([
      `✅ ${FINE_ROW.title}`,
      statusLineOf('online', { ages: FINE_AGES }),
    ]);
  });

  it('answers what cannot be shown with what to do, and Retry only where that may help', () => {
    const notFound = words.failure['not-found']('9999');
    expect(answered({ kind: 'outcome', outcome: { kind: 'not-found', id: '9999' }, askedAtMs: 5 })).toEqual([
      `🔍 9999 · ${NOT_FOUND}`,
      notFound.what,
      notFound.next,
    ]);
    expect(answered({ kind: 'outcome', outcome: unavailable('no-answer'), askedAtMs: 5 })).toEqual([
      `❔ 1009 · ${NOT_CHECKED}`,
      failureOf('no-answer').what,
      failureOf('no-answer').next,
      `[${words.buttons.retry}]`,
    ]);
  });

  it('says first why an answer is an earlier one', () => {
    const outcome = lastKnown(CRITICAL, 'no-answer');
    const shown = answered({ kind: 'outcome', outcome, askedAtMs: 5 });
    expect(shown[0]).toBe(`❔ 1004 · ${NOT_CHECKED}`);
    expect(shown[1]).toContain(words.card.was('🚨', NO_BACKUP));
    expect(shown[2]).toBe(`${failureOf('no-answer').what} ${failureOf('no-answer').next}`);
    expect(answered({ kind: 'outcome', outcome, askedAtMs: 5 }).at(-1)).toBe(
      `[${words.buttons.retry}] [${words.buttons.shareIn}] […]`,
    );
  });

  it('gives back nothing that Slack could not take', () => {
    const problem = { kind: 'id-too-long', typed: `\uD800${'x'.repeat(20_000)}` } as const;
    expect(field({ lookedUp: { kind: 'problem', problem, askedAtMs: 5 } })).toMatchObject({
      element: { initial_value: `\uFFFD${'x'.repeat(998)}…` },
    });
  });

  it('answers about several with a list', () => {
    expect(answered({ kind: 'outcomes', outcomes: [found(CRITICAL), found()], askedAtMs: 5 })).toEqual([
      `🚨 ${summary(2, { critical: 1, healthy: 1 })}`,
      `🚨 ${ACT_ROW.title}`,
      ACT_ROW.numbers,
      sinceLineOf(SINCE.act, words.triage.since),
      `✅ ${FINE_ROW.title}`,
      FINE_ROW.numbers,
      DRAWN_AT,
      '[1004]',
    ]);
  });
});
