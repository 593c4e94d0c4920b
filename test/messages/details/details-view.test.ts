import { describe, expect, test } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { GENERAL_INFO_FIELDS, type GeneralInfoField } from '../../../src/account/account.ts';
import { formatLookup } from '../../../src/slack/card/card.ts';
import { formatDetails } from '../../../src/slack/card/details.ts';
import { NOT_CHECKED } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import {
  ACT_REASONS,
  ACT_ROW,
  ACT_SINCE,
  ACT_STEP,
  FINE_AGES,
  FINE_ROW,
  failureOf,
  limitLines,
  statusLineOf,
  wasLine,
} from '../rows.ts';
import {
  account,
  accountWithout,
  answer,
  CHANNEL,
  CRITICAL,
  found,
  foundWith,
  lastKnown,
  PRIVATE,
  THRESHOLDS,
  unavailable,
} from '../samples.ts';

const { details } = words;
const HEALTHY_LIMITS = [details.headings.passed, ...limitLines(['late', 'stale', 'packageEndsSoon'])];
/** What samples.ts has as sent, beside what it means. */
const SENT_AS: Partial<Record<GeneralInfoField, string>> = {
  packageName: 'Kurumsal 500',
  endDate: '2027-06-09',
  email: details.meaning('bilgi[at]musteri.example', 'bilgi@musteri.example'),
  status: details.meaning('çevrimiçi', words.status.online),
  quota: '500 GB',
  darkMode: 'false',
};
const SENT = [
  details.headings.sent,
  ...GENERAL_INFO_FIELDS.map((field) => `${details.fields[field]}: ${SENT_AS[field] ?? details.notSent}`),
];
/** Whom to ask, before all else. */
const EMAIL_LINE = `${details.fields.email}  bilgi@musteri.example`;
const ASKED = `~ ${details.source('live', words.time.ago(4_000))}`;
const FROM_LOGIN = details.zone('UTC+03:00', 'login');
const { stale, packageEndsSoon } = THRESHOLDS;
/** The sentence of a stale backup has said the limit. */
const STALE_LIMIT = details.reasonSetBy(stale.setBy);
const ENDS_SOON_LIMIT = details.reasonLimit(packageEndsSoon, packageEndsSoon.setBy);
const FINE = [`# ✅ ${FINE_ROW.title}`, statusLineOf('online', { ages: FINE_AGES })];

describe('the details of an account', () => {
  test('show the verdict, the limits it passed, and all fields as they were sent', () => {
    const view = formatDetails(found(), PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(view).toMatchObject({
      type: 'modal',
      title: {
        type: 'plain_text',
        text: details.title,
        emoji: true,
      },
      close: { type: 'plain_text', text: details.close, emoji: true },
    });
    expect(drawn(view.blocks)).toEqual([
      FINE[0],
      EMAIL_LINE,
      ...FINE.slice(1),
      ...HEALTHY_LIMITS,
      ...SENT,
      `${ASKED} · ${FROM_LOGIN}`,
    ]);
  });

  test('say first whom to call', () => {
    const outcome = foundWith({ contact: 'Jane\u202E <!here>\n+44 20', note: 'n' });
    const view = formatDetails(outcome, PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks).slice(1, 3)).toEqual([`${details.contact}  Jane <!here> +44 20`, EMAIL_LINE]);
  });

  test('say nothing of whom to call where nobody knows', () => {
    const about = accountWithout('email');
    const lines = drawn(formatDetails({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE).blocks);
    expect(lines.slice(0, 2)).toEqual(FINE.slice(0, 2));
  });

  test('name every rule with its limit and where that is set', () => {
    const lines = drawn(formatDetails(found(CRITICAL), PRIVATE).blocks);
    expect(lines.slice(0, 16)).toEqual([
      `# 🚨 ${ACT_ROW.title}`,
      EMAIL_LINE,
      statusLineOf('offline'),
      ACT_SINCE,
      ...ACT_REASONS.flatMap((reason, at) => [
        `• ${details.rules[at < 2 ? 'backup-stale' : 'package-ends-soon']}`,
        `  ${reason}`,
        `  ${at < 2 ? STALE_LIMIT : ENDS_SOON_LIMIT}`,
      ]),
      `${words.card.labels.nextStep}  ${ACT_STEP}`,
      details.headings.others,
      ...limitLines(['late']),
    ]);
  });

  test('have no list of other limits where the reasons have named all of them', () => {
    const status = { kind: 'backing-up', sent: 'yedekleniyor' } as const;
    const about = { ...CRITICAL, status, folders: { kind: 'never' } as const };
    const view = formatDetails(found(about), PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks)).not.toContain(details.headings.others);
  });

  test('claim no limit as passed that there was nothing to hold against', () => {
    const about = accountWithout('packageEndsOn');
    const lines = drawn(formatDetails({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE).blocks);
    expect(lines.filter((line) => /PACKAGE_ENDS_SOON_DAYS/.test(line))).toEqual([]);
  });

  test.each([
    ['setting', 'Europe/Istanbul', 'Europe/Istanbul'],
    ['login', '+03:00', 'UTC+03:00'],
    ['nothing', 'UTC', 'UTC'],
  ] as const)('say where the zone was taken from: %s', (assumedFrom, id, named) => {
    const about = account({ zone: { id, assumedFrom } });
    const { blocks } = formatDetails({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE);
    expect(drawn(blocks).at(-1)).toBe(`${ASKED} · ${details.zone(named, assumedFrom)}`);
  });

  test('of a failed look-up say what happened', () => {
    const view = formatDetails(unavailable('no-answer'), PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks)).toEqual([
      `# ❔ 1009 · ${NOT_CHECKED}`,
      failureOf('no-answer').what,
      failureOf('no-answer').next,
    ]);
  });

  test('of a failed look-up say whom to call, as the card for one person does', () => {
    const outcome = {
      kind: 'unavailable',
      id: '1009',
      reason: 'no-answer',
      contact: 'Jane\n+44 20',
    } as const;
    const line = `${details.contact}  Jane +44 20`;
    expect(drawn(formatDetails(outcome, PRIVATE).blocks)).toContain(line);
    expect(drawn(formatLookup(outcome, PRIVATE).blocks)).toContain(line);
    expect(JSON.stringify(formatLookup(outcome, CHANNEL))).not.toContain('Jane');
  });

  test('of a failed look-up with an earlier answer show both', () => {
    const lines = drawn(formatDetails(lastKnown({}, 'no-answer'), PRIVATE).blocks);
    expect(lines.slice(0, 4)).toEqual([
      `# ❔ 1001 · ${NOT_CHECKED}`,
      failureOf('no-answer').what,
      failureOf('no-answer').next,
      `# ${wasLine('✅', words.verdict.headline({ kind: 'fine' }), PRIVATE.nowMs - 720_000)}`,
    ]);
    const asked = `~ ${details.source('last-known', words.time.ago(720_000))} · `;
    expect(lines.at(-1)?.startsWith(asked)).toBe(true);
  });
});
