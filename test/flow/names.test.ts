import { expect, test } from 'vitest';
import { HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { toType } from '../../src/slack/lookup/input.ts';
import { temporaryFile } from '../cli/run-captured.ts';
import { opensHome, ownerOf, pinAs, presses, reads, sees, warningsIn, watchIn } from '../support/people.ts';
import { actNow, fine, inOrder, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const RULES = `
rules:
  - name: depots
    accounts: ["1002", "1003"]
    display_name: Acme Depo
  - name: archives
    accounts: "*-archive"
    display_name: Eski kayıtlar
  - name: headquarters
    accounts: "1005"
    display_name: Merkez Ofis
`;

/** Ada has pinned 1004 under a long name; the rules file names other accounts. */
async function startNamed() {
  const accountRulesFile = temporaryFile('rules.yaml', RULES);
  const bot = await startBot({ transport: 'socket', accountRulesFile });
  await pinAs(bot.store, bot.ada, { 1004: 'Liman Lojistik A.Ş.' });
  const ask = async (typed: string, person = bot.ada) =>
    (await person.command(`/backup-status ${typed}`)).message;
  return { ...bot, ask };
}

const NONE = { critical: 0, attention: 0, unknown: 0, notChecked: 0, notFound: 0, healthy: 0 };
const LIMAN = 'Liman Lojistik A.Ş. (1004)';
const DID_YOU_MEAN_LIMAN = words.command.didYouMean([LIMAN]);

test('a pinned account is found by its whole name without quotes, by a word, and by the beginning of one', async () => {
  const { ask } = await startNamed();
  for (const typed of [
    'Liman Lojistik A.Ş.',
    'LİMAN',
    'liman',
    'lojis',
    'liman loj',
    '"liman lojistik"',
    '#1004',
  ]) {
    expect((await ask(typed))?.text, typed).toContain(actNow(LIMAN));
  }
});

test('a whole name is read as one, with quotes or a word of ours in it, and without its accents and signs', async () => {
  const { ada, ask, app, store } = await startNamed();
  const listed = { 1001: 'Deniz', 1006: 'Market', 1007: '"Deniz" Market', 1010: 'Market Share Ltd' };
  const alike = ['1011', '1012'].map((id) => ({ id, name: 'Coca-Cola İçecek' }));
  const named = Object.entries(listed).map(([id, name]) => ({ id, name }));
  await store.accountList.add([...named, ...alike]);
  await app.reload();
  expect((await ask('"Deniz" Market'))?.text).toContain('"Deniz" Market (1007)');
  expect((await ask('market share ltd'))?.text).toContain('Market Share Ltd (1010)');
  expect(ada.modal()).toBeUndefined();
  const both = (await ask('coca cola icecek'))?.text;
  for (const { id } of alike) expect(both).toContain(`(${id})`);
  await ask('mute "Deniz" Market 4h');
  expect((await store.watches.quiet([])).map(({ accountId }) => accountId)).toEqual(['1007']);
});

test('a line of known ids, and a known id with a space, is no name', async () => {
  const { ask, ada, app, service, store } = await startNamed();
  await store.accountList.add([{ id: '1001' }, { id: 'Müşteri 7/A %20' }]);
  await app.reload();
  await pinAs(store, ada, { 1006: '1005', 1007: '1004 1001' });
  service.addFault({ kind: 'status', status: 403 }, { account: '1005' });
  for (const [typed, shown] of [
    ['1004 1001', LIMAN],
    ['Müşteri 7/A %20', fine('Müşteri 7/A %20')],
    ['1005', 'Merkez Ofis (1005)'],
  ] as const)
    expect((await ask(typed))?.text).toContain(shown);
});

test('everybody finds names in the rules file, except names given to a pattern', async () => {
  const { ask, bora } = await startNamed();
  expect((await ask('merkez', bora))?.text).toContain('Merkez Ofis (1005)');
  expect((await ask('merkez ofis', bora))?.text).toContain('Merkez Ofis (1005)');
  expect((await ask('eski', bora))?.text).toContain(NOT_FOUND);
  // Only Ada knows her name for an account.
  expect((await ask('liman', bora))?.text).toContain(NOT_FOUND);
});

test('a name that several accounts have is answered with buttons for each, beside the other answers', async () => {
  const { ada, ask, logLines } = await startNamed();
  const question = words.command.whichOne('depo', ['Acme Depo (1002)', 'Acme Depo (1003)'], 0);
  const alone = await ask('depo');
  expect(alone).toMatchObject({ text: question, isEphemeral: true });
  await ada.press({ actionId: 'account_open_1' });
  await ada.waitFor(() => ada.messages().find(({ text }) => text.includes('1003') && text !== question));
  const beside = (await ask('depo 1004'))?.text ?? '';
  expect(beside.startsWith(`🚨 ${actNow(LIMAN)}`)).toBe(true);
  expect(beside.endsWith(question)).toBe(true);
  // Nothing is shared while a name is ambiguous.
  expect(await ask('depo 1004 share')).toMatchObject({ isEphemeral: true });
  expect(warningsIn(logLines)).toEqual([]);
});

test('the whole name of a customer with several accounts shows all of them', async () => {
  const { ask } = await startNamed();
  const list = (await ask('ACME depo'))?.text ?? '';
  expect(list.split('\n')[0]).toContain(words.triage.summary(2, { ...NONE, healthy: 2 }));
  for (const name of ['Acme Depo (1002)', 'Acme Depo (1003)']) expect(list).toContain(name);
  expect((await ask('mute acme depo 4h'))?.text).toContain(
    words.quiet.began(true, words.numbers.list(['Acme Depo (1002)', 'Acme Depo (1003)'])),
  );
  // Beside other texts it is a question, because each of them could name many accounts.
  const question = words.command.whichOne('acme depo', ['Acme Depo (1002)', 'Acme Depo (1003)'], 0);
  expect((await ask('"acme depo" 1004'))?.text).toContain(question);
});

test('history of a name with several accounts asks which one, and of an id does not', async () => {
  const { ask, ada, store } = await startNamed();
  await watchIn(store, ada, ada.id, ['1002', '1004', 'acme']);
  expect((await ask('history depo'))?.text).toContain('(1002)');
  expect((await ask('history depo'))?.text).toContain('(1003)');
  expect((await ask('history depo'))?.text).toContain(toType('history', words, '1002'));
  expect((await ask('history liman'))?.text).toContain(words.history.of(LIMAN));
  // It is also the beginning of a name.
  expect((await ask('history acme'))?.text).toContain(words.history.of('acme'));
});

test('an unknown text is answered with buttons for similar accounts, also of recent look-ups', async () => {
  const { ada, bora, ask, store } = await startNamed();
  for (const typed of ['10004', 'l004', 'limna', '104']) {
    const text = (await ask(typed))?.text;
    for (const part of [NOT_FOUND, DID_YOU_MEAN_LIMAN]) expect(text, typed).toContain(part);
  }
  await ada.press({ actionId: 'account_open_0' });
  await reads(ada, actNow(LIMAN));
  await ask('1008', bora);
  await expect.poll(() => store.pins.recents(ownerOf(bora))).toHaveLength(1);
  expect((await ask('10008', bora))?.text).toContain(words.command.didYouMean(['1008']));
  expect((await ask('99999', bora))?.text).not.toContain(words.command.didYouMean(['1008']));
});

test('Home finds by name, asks which account is meant, and suggests', async () => {
  const { ada } = await startNamed();
  await opensHome(ada);
  const type = async (text: string, answer: string) => {
    await ada.type({ actionId: HOME_ACTIONS.lookUpField }, text);
    await sees(ada, answer);
  };
  await type('liman loj', `${LIMAN} · `);
  await ada.closeModal();
  await type('depo', words.command.whichOne('depo', ['Acme Depo (1002)', 'Acme Depo (1003)'], 0));
  await presses(ada, { actionId: 'account_open_1', value: '1003' }, 'Acme Depo (1003) · ');
  await ada.closeModal();
  await ada.closeModal();
  await type('l004', DID_YOU_MEAN_LIMAN);
});

test('a name means its account where the service refuses ids that nobody has with 403', async () => {
  const { ada, ask, service, store } = await startNamed();
  service.addFault({ kind: 'status', status: 403 }, { account: 'liman' });
  expect((await ask('liman'))?.text).toContain(actNow(LIMAN));
  await ask('mute liman 4h server move');
  expect((await store.watches.seen('1004'))?.mute?.reason).toBe('server move');
  expect(ada.messages()).toHaveLength(2);
});

test('an account is found by a name with a word for help, and as answers show it', async () => {
  const { ask, ada, store } = await startNamed();
  await pinAs(store, ada, { 1007: 'Yol Yardım' });
  await watchIn(store, ada, ada.id, ['1007']);
  expect((await ask('yol yardım'))?.text).toContain('(1007)');
  expect((await ask('unwatch YOL YARDIM'))?.text).toBe(words.watches.stoppedForYou('1007'));
  expect((await ask('1007 yardım'))?.text).toContain(words.command.help.title);
  expect((await ask('mute depo 4h'))?.text).toContain('Acme Depo (1003)');
  expect((await ask('mute Acme Depo (1003) 4h'))?.text).toContain(
    words.quiet.began(true, 'Acme Depo (1003)'),
  );
});

test('a change is made for no customer of whom only a word was typed beside others, or whose name begins with all', async () => {
  const { ask, ada, store } = await startNamed();
  await pinAs(store, ada, { 1006: 'Allianz', 1007: 'Hepsiburada' });
  await ask('note 1004 3d new disk');
  const watched = ['1004', '1005', '1006', '1007'];
  await watchIn(store, ada, ada.id, watched);
  for (const typed of [
    ...['unwatch liman ofis', 'unwatch Merkez Ofisi Lojistik', 'unwatch all accounts', 'bırak hepsi.'],
    ...['unnote Merkez Lojistik', 'mute Merkez Lojistik 4h', 'sustur 1004 ofis 4sa', 'mute 1004 liman 4h'],
    ...['mute all 4h server move', 'sustur "hepsi" 4sa', 'note all 1d moved'],
  ])
    await ask(typed);
  const [here] = await store.watches.list([ada.id]);
  expect(here?.watches.map(({ pattern }) => pattern).toSorted()).toEqual(watched);
  expect(await store.watches.quiet([])).toEqual([]);
  for (const [id, reason] of [['1004', 'new disk'], ['1006'], ['1007']] as const)
    expect((await store.watches.seen(id))?.note?.reason).toBe(reason);
  // The whole name counts beside others, and a beginning alone.
  expect((await ask('mute allianz, "liman lojistik aş" 4h'))?.text).toContain('(1004)');
  expect((await ask('mute merkez 4h'))?.text).toContain('(1005)');
});

test('a misspelt command is named whatever follows it', async () => {
  const { ask } = await startNamed();
  const reason = 'the customer replaces the disk on Friday so ignore it until then';
  for (const [typed, rest] of [
    ['notes', `1004 3d ${reason}`],
    ['snooze', '1004 4h - server move'],
    ['wach', ''],
  ] as const) {
    const problem = { kind: 'unknown-word', typed, line: '' } as const;
    expect((await ask(`${typed} ${rest}`))?.text).toContain(words.command.problem(problem));
  }
});

test('a command typed after its account is answered with the line to type, not looked up as an account', async () => {
  const { ask } = await startNamed();
  const { typeThis } = words.command;
  for (const [typed, right] of [
    ['1004 history', 'history 1004'],
    ['1004 mute 4h server move', 'mute 1004 4h server move'],
    ['1004 1001 watch', 'watch 1004 1001'],
    ['1004 geçmiş', 'history 1004'],
    ['1004 note new disk', toType('note', words)],
  ] as const)
    expect((await ask(typed))?.text, typed).toMatch(
      inOrder(
        words.command.problem({ kind: 'unknown-word', typed, line: typed }),
        `${typeThis} /backup-status ${right}`,
      ),
    );
  expect((await ask('1004 "history"'))?.text).toContain(words.failure['not-found'].what);
});
