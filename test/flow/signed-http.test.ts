import { expect, test } from 'vitest';
import { answer } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { command, type Posted, startSigned } from './signed-bot.ts';

/** An event that opens Ada's Home. */
const event = (authorizations: readonly unknown[]) =>
  JSON.stringify({
    ...{ type: 'event_callback', event_id: 'Ev1', authorizations },
    event: { type: 'app_home_opened', tab: 'home', user: 'U0ADA000001' },
  });

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const WITH_DEEP_FIELDS = `{"type":"view_submission","user":{"id":"U0ADA000001"},"view":{"id":"V1","state":${nested(50_000)}}}`;

const REFUSED: readonly (readonly [what: string, posted: Posted, status: number, reason: string])[] = [
  ['a wrong secret', { secret: 'other' }, 401, 'http_401'],
  ['a body that was changed', { signed: command('1002') }, 401, 'http_401'],
  ['a stamp six minutes old', { ageS: 360 }, 401, 'http_401'],
  ['a timestamp an hour ahead', { ageS: -3_600 }, 401, 'http_401'],
  ['a stamp that is no number', { headers: { 'x-slack-request-timestamp': 'soon' } }, 401, 'http_401'],
  ['another version of signature', { headers: { 'x-slack-signature': 'v1=00' } }, 401, 'http_401'],
  ['a signature that is cut', { headers: { 'x-slack-signature': 'v0=00' } }, 401, 'http_401'],
  ['a body of over 1 MiB', { body: command('x'.repeat(2 ** 20)) }, 413, 'http_413'],
  ['JSON that breaks off', { body: '{"type":' }, 400, 'http_400'],
  ['JSON that is null', { body: ' null' }, 400, 'http_400'],
  ['JSON that is a number', { body: '1' }, 400, 'http_400'],
  ['a payload that is a status', { body: 'payload=200' }, 400, 'http_400'],
  ['a payload that is null', { body: 'payload=null' }, 400, 'http_400'],
  ['a payload that is null, percent-encoded', { body: 'payload=%6eull' }, 400, 'http_400'],
  ['a payload that is no JSON', { body: 'payload=%7B' }, 400, 'http_400'],
  ['a list too deep to be of use', { body: '['.repeat(50_000) }, 400, 'http_400'],
  ['another path', { path: '/' }, 404, 'http_404'],
  ['another method', { method: 'GET' }, 404, 'http_404'],
  ['an event of another team', { body: event([{ team_id: 'T9', enterprise_id: null }]) }, 200, 'other-team'],
  [
    'an event of another organisation',
    { body: event([{ team_id: null, enterprise_id: 'E9' }]) },
    200,
    'other-team',
  ],
  ['an event whose installations are none', { body: event([null]) }, 200, 'malformed'],
  [
    'a window with fields too deep to be read',
    { body: new URLSearchParams({ payload: WITH_DEEP_FIELDS }).toString() },
    200,
    'malformed',
  ],
];

test.each([...Map.groupBy(REFUSED, ([, , , reason]) => reason)])(
  'refuses and counts as %s, without reaching a listener',
  async (reason, rows) => {
    const { post, ada, asked, refused, reasons } = await startSigned();
    for (const [what, posted, status] of rows) {
      const answered = await post(posted);
      expect([answered.status, answered.text], what).toEqual([status, '']);
    }
    expect([refused(), reasons()]).toEqual([rows.length, [reason]]);
    expect(await answer(ada, '1002')).toContain(FINE);
    expect([asked, ada.home()]).toEqual([['1002'], undefined]);
  },
);

const ACCEPTED: readonly (readonly [what: string, posted: Posted, answer: string])[] = [
  ['a stamp four minutes old', { ageS: 240 }, FINE],
  ['a stamp four minutes ahead', { ageS: -240 }, FINE],
  ['a look at the certificate', { body: 'ssl_check=1', secret: 'none' }, ''],
  [
    'the challenge of Slack',
    { body: JSON.stringify({ type: 'url_verification', challenge: 'c4a11' }) },
    'c4a11',
  ],
  ['nothing', { body: '{}' }, ''],
  ['an event that is null', { body: '{"type":"event_callback","event":null}' }, ''],
  ['a press of nothing', { body: '{"type":"block_actions","user":{"id":"U1"}}' }, ''],
  ['a window without values', { body: '{"type":"view_submission","view":{"state":null}}' }, ''],
  ['a shortcut on nothing', { body: '{"type":"message_action","user":{"id":"U1"},"message":{}}' }, ''],
  ['fields that are very deep', { body: deep(15_000) }, ''],
  ['an event with such fields', { body: `{"type":"event_callback","event":${deep(14_000)}}` }, ''],
];

test('answers without counting a refusal', async () => {
  const { post, refused } = await startSigned();
  for (const [what, posted, expected] of ACCEPTED) {
    const { status, text } = await post(posted);
    expect([status, refused()], what).toEqual([200, 0]);
    expect(text, what).toContain(expected);
  }
});

test('closes the connection of an unsigned request', async () => {
  const { post } = await startSigned();
  expect((await post()).headers.get('connection')).not.toBe('close');
  expect((await post({ secret: 'other' })).headers.get('connection')).toBe('close');
  expect((await post({ body: 'ssl_check=1', secret: 'other' })).headers.get('connection')).toBe('close');
});

test('refuses and counts each of hundreds of forged requests, with a few lines in the log', async () => {
  const { post, refused, logLines, ada } = await startSigned();
  for (let round = 0; round < 6; round += 1) {
    const forged = Array.from({ length: 50 }, () => post({ secret: 'not the secret' }));
    for (const { status } of await Promise.all(forged)) expect(status).toBe(401);
  }
  expect(refused()).toBe(300);
  const lines = logLines.filter(({ msg }) => msg === 'refused a request');
  expect(lines.length).toBeLessThan(100);
  expect(lines[0]?.reason).toBe('http_401');
  expect(JSON.stringify(lines)).not.toContain('backup-status');
  expect(await answer(ada, '1001')).toContain(FINE);
});
