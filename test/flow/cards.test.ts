import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACCOUNTS } from '../../sandbox/backup-service/accounts/accounts.ts';
import { drawMessage, drawView } from '../../sandbox/draw/draw.ts';
import { validateMessage, validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { PressTarget } from '../../sandbox/slack/client/screen.ts';
import { settledHome, settledMessages } from '../../sandbox/terminal/session.ts';
import { PIN_NAME } from '../../src/slack/card/pins.ts';
import { SHARE_VIEW } from '../../src/slack/card/share.ts';
import { ACTIONS, HOME_ACTIONS, MORE, STOP_WATCH } from '../../src/slack/kit/ids.ts';
import { SUMMARY_MORE } from '../../src/slack/summary/summary.ts';
import { SUMMARY_TIME } from '../../src/slack/summary/summary-time.ts';
import { WATCH_FORM } from '../../src/slack/watches/watch-form.ts';
import { LANGUAGES, type Language, wordsOf } from '../../src/words/words.ts';
import { HOUR_MS, MINUTE_MS } from '../account/accounts.ts';
import { answered, callsOf, homeText, ownerOf, pasteAccounts, sees, share } from '../support/people.ts';
import { type BotSetup, DOWN, startBot } from '../support/start-bot.ts';

/** 21 November 2026, 03:00 in Istanbul. */
const NOW_MS = Date.UTC(2026, 10, 21, 0, 0);

/** Stored are cards that differ in more than their texts, which test/words stores. */
const STORED = {
  en: ['1001', '1004', '1016', '1021', '1025'],
  tr: ['1002', '1024'],
};

/** As a wide terminal in Istanbul draws them. */
const onPaper = (language: Language, now = () => NOW_MS) => ({
  now,
  width: 110,
  timeZone: 'Europe/Istanbul',
  locale: language,
});

/** Draws messages in this language. */
const drawnIn =
  (language: Language, now?: () => number) =>
  ({ blocks }: { readonly blocks?: unknown } = {}) =>
    drawMessage({ blocks }, onPaper(language, now));

/** The service's clock does not move. */
const startIn = (language: Language, setup: BotSetup = {}) =>
  startBot({ standsAtMs: NOW_MS, language, serviceOptions: { now: () => NOW_MS }, ...setup });

test.each(LANGUAGES)('draws every account in %s as stored, and all within every limit', async (language) => {
  const ids = ACCOUNTS.map(({ id }) => id);
  const { ada, slack, store, service, logLines } = await startIn(language);
  for (const { id, title } of ACCOUNTS) {
    const { message, error } = await ada.command(`/backup-status "${id}"`);
    expect(error, title).toBeUndefined();
    const drawing = `${drawnIn(language)(message)}\n`;
    const isStored = STORED[language].includes(id);
    if (isStored) await expect(drawing, title).toMatchFileSnapshot(`cards/${language}/${id}.txt`);
    await ada.press({ actionId: ACTIONS.more, value: MORE.details });
    const modal = await ada.waitFor(() => ada.modal());
    expect(JSON.stringify(modal.blocks), id).toContain('"rich_text"');
    await ada.closeModal();
    await store.pins.add(ownerOf(ada), { accountId: id });
  }
  const ten = ids.slice(0, 10).map((id) => `"${id}"`);
  for (const line of ['', 'help', ten.join(' '), '"1001', '@ada', ids.join(' ')])
    expect(await ada.command(`/backup-status ${line}`), line).toMatchObject({ ack: 'ok' });
  await share(ada, '1001');
  await ada.openHome();
  await answered({ logLines }, 1);
  await ada.press({ actionId: HOME_ACTIONS.refresh });
  await answered({ logLines }, 2);
  expect(homeText(ada)).not.toBe('[]');

  service.addFault(DOWN, { operation: 'general-info' });
  for (const line of ['1001', '9999', '1001 1002']) await ada.command(`/backup-status ${line}`);

  for (const { text, blocks } of ada.messages()) expect(validateMessage({ text, blocks })).toEqual([]);
  const views = callsOf(slack).flatMap(({ args }) => ('view' in args ? [args.view] : []));
  expect(views.length).toBeGreaterThan(ids.length);
  for (const view of views)
    expect(validateView(typeof view === 'string' ? JSON.parse(view) : view)).toEqual([]);
  // Slack refused nothing, and nothing failed.
  expect(logLines.filter(({ level }) => level >= 50)).toEqual([]);
});

/** Each drawing under its name, in one file per language. */
const storedTogether = (language: Language, file: string, drawings: Readonly<Record<string, string>>) =>
  expect(
    Object.entries(drawings)
      .map(([name, drawing]) => `### ${name}\n\n${drawing}\n`)
      .join('\n'),
  ).toMatchFileSnapshot(`cards/${language}/${file}.txt`);

test.each(LANGUAGES)('draws other answers, Home and windows in %s as stored', async (language) => {
  const accountRulesFile = join(import.meta.dirname, 'cards/rules.yaml');
  const { ada, store, oncall, service } = await startIn(language, { accountRulesFile });
  const options = onPaper(language);
  const words = wordsOf(language, language);
  const drawn = drawnIn(language);
  const answer = async (line: string) => drawn((await ada.command(`/backup-status ${line}`)).message);
  /** Drawn once the window has this text. It stays open. */
  const opened = async (says: string) => {
    const modal = await sees(ada, says);
    // Addresses in the metadata are different each time.
    const carried = modal.private_metadata?.replace(/https?:[^"]+/u, 'address');
    return drawView({ ...modal, private_metadata: carried }, options);
  };
  const pressed = async (target: PressTarget, says: string) => {
    await ada.press(target);
    const window = await opened(says);
    await ada.closeModal();
    return window;
  };
  const home = async () => drawView(await settledHome(ada, () => ada.openHome()), options);
  const down = async () => {
    service.addFault(DOWN, { operation: 'general-info' });
    const shown = (await settledMessages(ada, 'oncall', () => ada.command('/backup-status 1002'))).at(-1);
    service.clearFaults();
    return drawn(shown);
  };
  const ofCard = (value: string) => ({ actionId: ACTIONS.more, value });

  const emptyHome = await home();
  for (const accountId of ['1001', '1004', '1007']) await store.pins.add(ownerOf(ada), { accountId });
  await storedTogether(language, 'home', { 'with nothing in it': emptyHome, 'with pins': await home() });

  await storedTogether(language, 'answers', {
    help: await answer('help'),
    'a list': await answer('1001 1004 1007 9999'),
    'not found': await answer('9999'),
    'shared in the channel, with a runbook and a note': drawn(
      await share(ada, '1005', { note: 'Please call' }),
    ),
    'the service is down': await down(),
  });
  // Recent look-ups are written after the answer. Home shows the last one.
  await expect.poll(() => store.pins.recents(ownerOf(ada))).toContain('1002');
  await pasteAccounts(ada, '1001, Akdeniz\n1004, Bay Dental');
  await ada.closeModal();
  await ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004');
  await opened('account::1004');
  await ada.closeModal();
  const accounts = await pressed({ actionId: HOME_ACTIONS.accounts }, 'Akdeniz');
  await answer('1004');
  const details = await pressed(ofCard(MORE.details), words.details.headings.sent);
  const history = await pressed(ofCard(MORE.history), '/backup-status ');
  const shareWindow = await pressed({ actionId: ACTIONS.share }, SHARE_VIEW.channel);
  const name = await pressed(ofCard(MORE.name), PIN_NAME.name);
  await ada.command('/backup-status watch 1004 1001');
  const watch = await opened(WATCH_FORM.when);
  await ada.submit();
  const saved = await opened(words.watches.form.saved(`<#${oncall}>`));
  await ada.closeModal();
  await ada.command('/backup-status summary 08:00');
  await ada.waitFor(() => ada.messages().find(({ text }) => text.includes('08:00')));
  await ada.command('/backup-status summary');
  await ada.waitFor(() => ada.messages().find(({ text }) => text.startsWith('☀️')));
  const time = await pressed({ actionId: SUMMARY_MORE, value: MORE.changeTime }, SUMMARY_TIME.at);
  await ada.command('/backup-status watches');
  const watches = await opened(STOP_WATCH);
  const windows = { accounts, details, history, share: shareWindow, name, watch, saved, time, watches };
  // In Turkish only those with the most text.
  await storedTogether(language, 'windows', language === 'en' ? windows : { watch, saved, time, watches });
});

test.each(LANGUAGES)('draws answers during an outage in %s as stored', async (language) => {
  const { ada, service, clock } = await startIn(language, { pins: ['1001', '1004', '1007'] });
  await ada.command('/backup-status 1001 1004');
  clock.advance(3 * HOUR_MS);
  service.addFault(DOWN, { operation: 'general-info' });
  const card = drawnIn(language, clock.now)((await ada.command('/backup-status 1004')).message);
  const Home = drawView(await settledHome(ada, () => ada.openHome()), onPaper(language, clock.now));
  // In Turkish only the one with the most text.
  await storedTogether(language, 'outage', language === 'en' ? { 'a card': card, Home } : { 'a card': card });
});

test.each(LANGUAGES)('draws an alert in %s as stored', async (language) => {
  const setup = { standsAtMs: NOW_MS, language, napMs: 10, ages: true };
  const { ada, store, oncall, clock } = await startBot(setup);
  await ada.command('/backup-status watch 1001 1002');
  await ada.waitFor(() => ada.modal());
  await ada.submit();
  const started = await ada.waitFor(() => ada.messages('oncall').find(({ isEphemeral }) => !isEphemeral));
  const readAt = async () =>
    (await store.watches.list([oncall]))[0]?.watches.map(({ state }) => state?.readAtMs);
  await expect.poll(readAt).toEqual([NOW_MS, NOW_MS]);
  clock.advance(50 * HOUR_MS);
  await expect.poll(readAt).toEqual([clock.now(), clock.now()]);
  clock.advance(MINUTE_MS);
  const alert = await ada.waitFor(() =>
    ada.messages('oncall').find(({ ts, isEphemeral }) => ts !== started.ts && !isEphemeral),
  );
  const drawn = drawnIn(language, clock.now);
  await storedTogether(language, 'alert', { 'a watch was made': drawn(started), 'an alert': drawn(alert) });
});
