import type { SeenMessage } from '../../sandbox/slack/client/seen.ts';
import type { ApiFault } from '../../sandbox/slack/server/faults.ts';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/action-ids.ts';
import { ANNOUNCED, type FaultRow, LIVE } from './fault-row.ts';
import { ask, eventually, type Seen, type World, watch, watchFor, wordsIn } from './world.ts';

/** Slow enough for "still asking": the answer then comes through the response_url. */
const SLOW = { service: { latencyMs: 2_600 } };
const askAda = ({ ada }: World) => ask(ada, '/backup-status 1001');

/** The post that follows "still asking" meets this, as often as `next` says. */
const answering = (
  name: string,
  fault: ApiFault,
  row: Pick<FaultRow, 'reads'> & { next?: number },
): FaultRow => ({
  fault: `response_url: ${name}`,
  given: 'the answer follows “still asking”',
  world: SLOW,
  setUp: ({ slack }) =>
    slack.addFault(fault, { method: 'response_url', ...(row.next !== undefined && { next: row.next }) }),
  act: askAda,
  reads: row.reads,
});

/** No post gets through: what is left is the note itself, which says what to do then. */
const unanswerable = (name: string, fault: ApiFault): FaultRow => ({
  ...answering(name, fault, { reads: /Still asking.*ask again/ }),
  act: askAndRead,
  lost: ANNOUNCED,
});

async function askAndRead({ ada }: World): Promise<Seen> {
  const startedAt = performance.now();
  const { message } = await ada.command('/backup-status 1001');
  const afterMs = performance.now() - startedAt;
  const note = message?.text ?? '';
  const more = await eventually(() => ada.messages().find(({ text }) => text !== note)?.text);
  return more === undefined ? { text: note, afterMs, lost: ANNOUNCED } : { text: more, afterMs };
}

/** Presses something on a card and reads what comes: a message, or a modal. */
async function pressCard({ ada }: World, target: { actionId: string; value?: string }): Promise<Seen> {
  const modal = () => wordsIn(ada.modal()?.blocks).join('\n') || undefined;
  const keyOf = ({ ts, isEdited }: SeenMessage) => `${ts} ${isEdited}`;
  const before = new Set(ada.messages().map(keyOf));
  const message = () => ada.messages().find((one) => !before.has(keyOf(one)))?.text;
  return watchFor(
    () => modal() ?? message(),
    () => ada.press(target),
  );
}

const details = { actionId: ACTIONS.more, value: MORE.details };

/** A press on a card that meets this. */
const pressing = (
  what: string,
  target: { actionId: string; value?: string },
  row: Pick<FaultRow, 'reads'> & { fault: ApiFault; method: string; next?: number },
): FaultRow => ({
  fault: what,
  given: 'a card on the screen',
  async setUp({ ada, slack }) {
    await ask(ada, '/backup-status 1001');
    slack.addFault(row.fault, { method: row.method, ...(row.next !== undefined && { next: row.next }) });
  },
  act: (world) => pressCard(world, target),
  reads: row.reads,
});

/** Home, while views.publish meets this. */
const home = (name: string, fault: ApiFault, row: { next?: number; reads: RegExp }): FaultRow => ({
  fault: `views.publish: ${name}`,
  given: 'opening Home',
  setUp: ({ slack }) =>
    slack.addFault(fault, { method: 'views.publish', ...(row.next !== undefined && { next: row.next }) }),
  act: ({ ada }) =>
    watchFor(
      () => wordsIn(ada.home()?.blocks).join('\n') || undefined,
      () => ada.openHome(),
    ),
  reads: row.reads,
});

const HOME = /\S/;
/** Nobody is let in on a guess. */
const UNKNOWN = /could not be asked whether you have access/;
/** Each fault of Slack's side: response_urls, modals, Home, people. */
export const slackFaults: readonly FaultRow[] = [
  answering('500 once', { kind: 'status', status: 500 }, { next: 1, reads: LIVE }),
  answering('reset once', { kind: 'reset' }, { next: 1, reads: LIVE }),
  answering('no answer once', { kind: 'hang' }, { next: 1, reads: LIVE }),
  answering('rate limited once', { kind: 'rate-limited', retryAfterSeconds: 1 }, { next: 1, reads: LIVE }),
  answering('not known yet', { kind: 'error', code: 'no_service' }, { next: 1, reads: LIVE }),
  answering(
    'refuses the message (invalid_blocks)',
    { kind: 'status', status: 400, body: 'invalid_blocks' },
    {
      next: 1,
      reads: /Something went wrong|Backups are fine/,
    },
  ),
  unanswerable('spent', { kind: 'error', code: 'used_url' }),
  unanswerable('500 for good', { kind: 'status', status: 500 }),
  pressing(
    'Refresh: response_url answers 500 once',
    { actionId: ACTIONS.refresh },
    {
      fault: { kind: 'status', status: 500 },
      method: 'response_url',
      next: 1,
      reads: LIVE,
    },
  ),
  pressing(
    'Share: response_url is rate limited once',
    { actionId: ACTIONS.share },
    {
      fault: { kind: 'rate-limited', retryAfterSeconds: 1 },
      method: 'response_url',
      next: 1,
      reads: LIVE,
    },
  ),
  pressing('Details: views.open says expired_trigger_id', details, {
    fault: { kind: 'error', code: 'expired_trigger_id' },
    method: 'views.open',
    // In a message, where no window opens.
    reads: LIVE,
  }),
  pressing('Details: views.open answers 500 once', details, {
    fault: { kind: 'status', status: 500 },
    method: 'views.open',
    next: 1,
    reads: /\S/,
  }),
  pressing('Details: views.open never answers', details, {
    fault: { kind: 'hang' },
    method: 'views.open',
    reads: /\S/,
  }),
  pressing('Details: views.open is rate limited', details, {
    fault: { kind: 'rate-limited', retryAfterSeconds: 30 },
    method: 'views.open',
    reads: /\S/,
  }),
  pressing('Details: views.open refuses the view', details, {
    fault: { kind: 'error', code: 'invalid_arguments' },
    method: 'views.open',
    reads: /\S/,
  }),
  home('hash_conflict once', { kind: 'error', code: 'hash_conflict' }, { next: 1, reads: HOME }),
  home('500 once', { kind: 'status', status: 500 }, { next: 1, reads: HOME }),
  home('an HTML page once', { kind: 'html' }, { next: 1, reads: HOME }),
  home('reset once', { kind: 'reset' }, { next: 1, reads: HOME }),
  home('no answer once', { kind: 'hang' }, { next: 1, reads: HOME }),
  home('rate limited once', { kind: 'rate-limited', retryAfterSeconds: 1 }, { next: 1, reads: HOME }),
  {
    fault: 'Home: hash_conflict while it is redrawn',
    given: 'Home is open',
    async setUp({ ada, slack }) {
      await ada.openHome();
      await eventually(() => ada.home());
      slack.addFault({ kind: 'error', code: 'hash_conflict' }, { method: 'views.publish', next: 1 });
    },
    act: ({ ada }) =>
      watchFor(
        () => wordsIn(ada.home()?.blocks).find((text) => LIVE.test(text)),
        () => ada.type({ actionId: HOME_ACTIONS.lookup }, '1001'),
      ),
    reads: LIVE,
  },
  {
    fault: 'users.info answers 500',
    given: 'nobody is known yet',
    before: ({ slack }) => slack.addFault({ kind: 'status', status: 500 }, { method: 'users.info' }),
    act: askAda,
    reads: UNKNOWN,
  },
  {
    fault: 'users.info never answers',
    given: 'nobody is known yet',
    before: ({ slack }) => slack.addFault({ kind: 'hang' }, { method: 'users.info' }),
    act: askAda,
    reads: UNKNOWN,
  },
  {
    fault: 'users.info is rate limited',
    given: 'the person is known',
    async setUp({ ada, slack }) {
      await ask(ada, '/backup-status 1002');
      slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 60 }, { method: 'users.info' });
    },
    act: askAda,
    reads: LIVE,
  },
  {
    fault: 'a person of another organisation',
    given: 'a shared channel',
    act: ({ slack }) => watchForOutsider(slack.person('outsider')),
    reads: /You don’t have access/,
  },
];

const watchForOutsider = (outsider: World['ada']) =>
  watch(outsider, () => outsider.command('/backup-status 1001', { evenIfNotShared: true }));
