import { expect, test } from 'vitest';
import { ownerOf } from '../support/home-of.ts';
import { FINE } from '../support/phrases.ts';
import { readTable } from '../support/read-table.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS, type Transport } from '../support/slack-settings.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';
import { COLUMNS, type Column, ROWS, type Row } from './access-table.ts';

/** A bot that ada may ask puts things before her; then something befalls her, and another bot gets her request. */
async function meet(transport: Transport, row: Row, column: Column) {
  const kept = await startStore();
  const store = { ...kept, close: async () => {} };
  const slackOptions = { scopes: ['commands', 'users:read', 'usergroups:read', 'chat:write'] };

  // Watched accounts are not read meanwhile, and no alert is told: requests and messages are those of the people here.
  const watchStore = {
    ...kept.watchStore,
    claimAccounts: async () => [],
    claimChannel: async () => undefined,
  };
  const stored = { ...store, watchStore };

  const first = await startBot({ transport, store: stored, slackOptions });
  const { slack, service, ada } = first;
  await store.pins.add(ownerOf(ada), { accountId: '1001' });
  await column.prepare?.(ada, first, store);
  await first.stop();
  const bot = await startBot({ transport, store: stored, slack, service, settings: row.settings ?? {} });
  row.befalls?.(slack);
  return { bot, ada, slack, service, store };
}

/** Everything that the bot has sent to Slack so far, piece by piece. */
const sentBy = ({ slack }: StartedBot) =>
  slack.traffic.flatMap((one) => {
    if (one.kind === 'api') return [JSON.stringify(one.args)];
    return [JSON.stringify((one.kind === 'delivery' ? one.response : one.body) ?? '')];
  });

const { head, rows } = readTable('docs/security.md', 'Who asks');

test('the table has a row for everybody and a column for every entry point', () => {
  expect(rows.map(([who]) => who)).toEqual(Object.keys(ROWS));
  expect(head.slice(1)).toEqual(Object.keys(COLUMNS));
});

/** Every listener there is refuses them: refused-everywhere.test.ts. */
const NO_MEMBERS = ['guest', 'person of another organisation', 'deactivated person', 'bot'];
/** Of them it is tried here what they read in a message, on a card of others, in Home and in a window. */
const WAYS = ['Command', 'Shared card button', 'Home', 'Watch form'];

test('who is no full member is refused everywhere', () => {
  const theirs = rows.filter(([who = '']) => NO_MEMBERS.includes(who)).flatMap((row) => row.slice(1));
  expect(new Set(theirs)).toEqual(new Set(['refused']));
});

/** Each row and each column over both transports, each cell over one of them: what decides knows neither. */
const cells = rows
  .flatMap(([who = '', ...row], rowIndex) =>
    row.map((cell, index) => {
      const transport = TRANSPORTS[(rowIndex + index) % 2] ?? 'http';
      return { who, way: head[index + 1] ?? '', cell, transport };
    }),
  )
  .filter(({ who, way }) => !NO_MEMBERS.includes(who) || WAYS.includes(way));

test.each(cells)('$who, $way over $transport: $cell', async ({ who, way, cell, transport }) => {
  const [row, column] = [ROWS[who], COLUMNS[way]];
  if (row === undefined || column === undefined) throw new Error('the table says what no test knows');
  const { bot, ada, slack, service, store } = await meet(transport, row, column);
  const sentBefore = sentBy(bot).length;
  const askedBefore = service.counts.generalInfos;
  const refusals = () => bot.logLines.filter(({ msg }) => msg === 'refused');

  await column.act(ada);
  if (cell === 'answered') {
    await expect.poll(() => column.gotIt(ada, bot, store)).toBeTruthy();
    expect(refusals()).toEqual([]);
    return;
  }
  expect(cell).toBe('refused');
  const { reason, shown = 'not-you' } = row;
  const { what } = words.access.refusals[shown];
  await expect.poll(refusals).toHaveLength(column.requests ?? 1);
  for (const line of refusals()) {
    expect(line).toMatchObject({ userId: ada.id, reason });
    // As a word: digits of a moment or of a request's id are no account.
    expect(JSON.stringify(line)).not.toMatch(/\b1001\b/);
  }
  const sent = () => sentBy(bot).slice(sentBefore);
  await expect.poll(() => sent().join('')).toContain(what);
  await bot.stop();
  expect(sent().join('')).not.toMatch(/\b1001\b|musteri|çevrimiçi/);
  expect(sent().join('')).not.toContain(FINE);
  expect(await column.gotIt(ada, bot, store)).toBeUndefined();
  expect(service.counts.generalInfos).toBe(askedBefore);
  // The card that others read stands as it was, and nobody else was told.
  expect(JSON.stringify(slack.person('bora').messages())).not.toContain(what);
});
