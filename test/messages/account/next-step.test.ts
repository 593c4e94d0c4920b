import { describe, expect, test } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import type { AccountInfo } from '../../../src/account/terms.ts';
import { formatLookup } from '../../../src/slack/card/card.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { answer, CHANNEL, foundWith, PRIVATE } from '../samples.ts';

const RUNBOOK = 'https://wiki.example/runbooks/acme';
const { nextStep } = words.card.labels;
const usual = words.verdict.nextStep(
  {
    rule: 'backup-stale',
    level: 'critical',
    backup: 'database',
    ageMs: 0,
    threshold: { value: 48, unit: 'hour', setBy: 'x' },
  },
  'offline',
);

const stepIn = (info: AccountInfo, context = PRIVATE) =>
  drawn(formatLookup(foundWith(info), context).blocks).find((line) => line.startsWith(nextStep));

describe('the next step on a card', () => {
  test.each<[AccountInfo, string]>([
    [{}, `${usual}`],
    [{ runbook: RUNBOOK }, `${usual} · ${words.card.runbook}`],
    [{ note: 'Ask the caretaker.' }, 'Ask the caretaker.'],
    [{ note: 'Ask the caretaker.', runbook: RUNBOOK }, `Ask the caretaker. · ${words.card.runbook}`],
    [{ note: '\u200B' }, `${usual}`],
  ])('of an account with %j is %s', (info, step) => {
    expect(stepIn(info)).toBe(`${nextStep}  ${step}`);
    expect(stepIn(info, CHANNEL)).toBe(`${nextStep}  ${step}`);
  });

  test('opens the runbook', () => {
    const message = formatLookup(foundWith({ runbook: RUNBOOK }), PRIVATE);
    expect(validateMessage(message)).toEqual([]);
    expect(JSON.stringify(message.blocks)).toContain(
      JSON.stringify({ type: 'link', url: RUNBOOK, text: words.card.runbook }),
    );
  });

  test('is not there while the account is fine', () => {
    const fine = { ...answer(), note: 'Ask the caretaker.', runbook: RUNBOOK };
    const { blocks } = formatLookup({ kind: 'found', id: '1001', answer: fine }, PRIVATE);
    expect(JSON.stringify(blocks)).not.toMatch(/caretaker|wiki/);
  });

  test('holds what the file says as characters: it pings and formats nothing', () => {
    const note = '<!channel> @here <https://evil.example|x> *_~`\n> :fire: \u202Eevil';
    const message = formatLookup(foundWith({ note }), PRIVATE);
    expect(validateMessage(message)).toEqual([]);
    expect(stepIn({ note })).toBe(
      `${nextStep}  <!channel> @here <https://evil.example|x> *_~\` > :fire: evil`,
    );
    expect(message.text).not.toContain('<!');
  });

  test('never names whom to call', () => {
    for (const context of [PRIVATE, CHANNEL]) {
      expect(JSON.stringify(formatLookup(foundWith({ contact: 'Jane' }), context))).not.toContain('Jane');
    }
  });
});
