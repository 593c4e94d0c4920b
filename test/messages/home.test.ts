import type { KnownBlock } from '@slack/types';
import { expect, test } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import { pinChangeText } from '../../src/slack/card/pins.ts';
import { formatHome, type HomeAccount, type HomeState } from '../../src/slack/home/home.ts';
import type { SlackContext } from '../../src/slack/kit/message.ts';
import { drawn } from './drawn.ts';
import {
  answer as answerOf,
  CRITICAL,
  EMPTY_HOME,
  found,
  HOUR_MS,
  hoursAgo,
  lastKnown,
  NOW_MS,
  PRIVATE,
  unavailable,
} from './samples.ts';
import { storedStates } from './stored-states.ts';

/** A Home with only this content, which Slack accepts. Accounts with an answer are pins. */
function home(state: Partial<HomeState>, context: Partial<SlackContext> = {}) {
  const pinned = (state.accounts ?? []).filter(({ outcome, watched }) => outcome || !watched);
  const pins = pinned.map(({ id }) => ({ accountId: id, name: undefined }));
  const view = formatHome({ ...EMPTY_HOME, ...state }, { ...PRIVATE, pins, ...context });
  expect(validateView(view)).toEqual([]);
  return view.blocks as KnownBlock[];
}
const lines = (...given: Parameters<typeof home>) => drawn(home(...given));
/** What is above the field, and in it. */
const above = (...given: Parameters<typeof home>) => {
  const all = lines(...given);
  return all.slice(0, all.indexOf('divider'));
};
const lead = (state: Partial<HomeState>) => lines(state).slice(0, 2);
const named = (id: string) => ({ ...PRIVATE.rulesOf(id), displayName: 'Acme' });
const pinned = (outcome: LookupOutcome): HomeAccount => ({ id: outcome.id, outcome });
const watched = (id: string, level: 'critical' | 'attention', userId?: string): HomeAccount => ({
  id,
  watched: { accountId: id, level, owner: userId === undefined ? undefined : { userId, sinceMs: 0 } },
});
const FINE = pinned(found());
const WATCH = pinned(found({ id: '1007', folders: hoursAgo(30), database: hoursAgo(1) }));
const ACT = pinned(found(CRITICAL));
const WAITING = { id: '3' };
const workspaceOf = (others: Partial<HomeState['workspace']['others']>, othersTaken = 0) => ({
  ...EMPTY_HOME.workspace,
  others: { ...EMPTY_HOME.workspace.others, ...others },
  othersTaken,
});

test('what Home says first is as stored', async () => {
  const unclear = pinned(found({ id: '8', status: { kind: 'unknown', sent: 'x' } }));
  const down = pinned(unavailable('no-answer', '7'));
  const notFound = pinned({ kind: 'not-found', id: '9' });
  const others = workspaceOf({ critical: 10, attention: 4, healthy: 20, 'not-read': 1 }, 8);
  const known = { ...ACT, watched: watched('1004', 'critical').watched, outcome: undefined };
  await storedStates('home-first', {
    'all fine': lead({ accounts: [FINE, pinned(found({ id: '2' }))] }),
    'two bad': lead({ accounts: [ACT, pinned(found({ ...CRITICAL, id: '5' })), FINE] }),
    'only to watch': lead({ accounts: [WATCH, FINE] }),
    'all kinds of doubt': lead({ accounts: [unclear, notFound, down, FINE] }),
    'some not asked': lead({ accounts: [FINE, WAITING] }),
    'being asked': lines({ accounts: [WAITING], isAsking: true }).slice(0, 5),
    'watched in the workspace, some taken': above({
      accounts: [ACT, watched('2001', 'critical', 'U1')],
      workspace: others,
    }),
    'watched in the workspace, none read yet': lead({ workspace: workspaceOf({ 'not-read': 60 }) }),
    'what was read last, while it is asked': lead({ accounts: [known], isAsking: true }),
    'the service is away': above({
      accounts: [
        pinned(lastKnown({ id: '1001' }, 'no-answer')),
        pinned(unavailable('no-answer', '1009')),
        pinned(lastKnown(CRITICAL, 'no-answer')),
      ],
    }),
    'the service does not answer for what its watches have as fine': lead({
      accounts: ['1001', '1009'].map((id) => ({
        ...pinned(unavailable('no-answer', id)),
        watched: { accountId: id, level: 'healthy', owner: undefined },
      })),
    }),
    'an outage, some bad before it, some fine': lead({
      accounts: [watched('2001', 'critical')],
      workspace: { ...others, outageSinceMs: NOW_MS - 2 * HOUR_MS },
    }),
    'one answer older than the other': lead({
      accounts: [FINE, pinned({ kind: 'found', id: '2', answer: answerOf(undefined, NOW_MS - 180_000) })],
    }),
    'nothing is pinned or watched': lines({ recents: ['1001'] }, { ...PRIVATE, rulesOf: named }),
    'pins cannot be read': lines({}, { pins: undefined }),
    'after a press, and where alerts do not arrive': above({
      accounts: [FINE],
      notice: pinChangeText(
        { change: { kind: 'limit-reached', limit: 50 }, accountId: '1020', name: undefined },
        PRIVATE,
      ),
      broken: [
        { channelId: 'U1', reason: 'messages_tab_disabled' },
        ...Array.from({ length: 4 }, (_, at) => ({ channelId: `C${at}`, reason: 'is_archived' })),
      ],
    }),
  });
});

test('accounts in Home are as stored', async () => {
  const attention = ['2003', '2004'].map((id) => watched(id, 'attention'));
  const critical = [watched('2001', 'critical', 'U1'), watched('2002', 'critical')];
  const fifty = Array.from({ length: 50 }, (_, at) => pinned(found({ id: String(2000 + at) })));
  const named = (name: string) => ({ ...PRIVATE, pins: [{ accountId: '1001', name, pinnedAtMs: 0 }] });
  await storedStates('home-accounts', {
    'the five worst, the field, then the other pins': lines({
      accounts: [FINE, WATCH, ACT, ...attention, ...critical],
    }),
    'twenty of fifty-one': lines({ accounts: [...fifty, ACT] }),
    'names that are markup, and too long': ['*x* <!channel>', 'x'.repeat(500)].flatMap(
      (name) => lines({ accounts: [FINE] }, named(name))[7] ?? '',
    ),
    'an id that cannot come back with a press': lines({
      accounts: [pinned({ ...found(), id: 'x'.repeat(300) })],
    }).slice(2, 8),
  });
  const choices = home({ accounts: [ACT, watched('2001', 'critical')] }).flatMap((block) =>
    block.type === 'section' && block.accessory?.type === 'overflow'
      ? [[block.block_id, ...block.accessory.options.map(({ value }) => value)]]
      : [],
  );
  expect(choices).toEqual([
    ['account::1004', 'open', 'unpin', 'details', 'history', 'name'],
    ['account::2001', 'open', 'pin', 'details', 'history', 'watch'],
  ]);
});

test('another account that was looked up empties the field', () => {
  const field = (...recents: string[]) => home({ recents }).find(({ type }) => type === 'input')?.block_id;
  expect(field('1001', '1004')).not.toBe(field('1004', '1001'));
  expect(field('1001', '1004')).toBe(field('1001'));
});
