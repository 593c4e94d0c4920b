import { expect } from 'vitest';
import type { SubmitValues } from '../../sandbox/slack/client/fill-in.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { SeenMessage, View } from '../../sandbox/slack/client/seen.ts';
import { drawn } from '../messages/drawn.ts';
import type { LogLine } from '../support/capture-log.ts';
import { words } from '../support/reader.ts';

// What people do and see, for flow tests that read as: a person types this, Slack shows that.

/** A message, a window or Home. */
type Shown = Partial<Pick<SeenMessage, 'text' | 'blocks'>> | View | undefined;

/** The lines that a person reads. */
export const linesOf = (shown: Shown): string[] => drawn(shown?.blocks ?? []);
export const textOf = (shown: Shown): string => linesOf(shown).join('\n');

/** Searches what a person reads and what Slack got, with ids and the values of fields and menus. */
const has = (shown: Shown, text: string | RegExp) => {
  const all = [shown && 'text' in shown ? shown.text : '', textOf(shown), JSON.stringify(shown ?? '')].join(
    '\n',
  );
  return typeof text === 'string' ? all.includes(text) : text.test(all);
};

/** Waits until this is true. */
export const until = (person: Person, isSo: () => boolean): Promise<true> =>
  person.waitFor(() => isSo() || undefined);

/** The first message with this text that the person can read, in one channel or in any. */
export const reads = (person: Person, text: string | RegExp, channel?: string): Promise<SeenMessage> =>
  person.waitFor(() => person.messages(channel).find((message) => has(message, text)));

/** The open window, once it has this text. */
export const sees = (person: Person, text: string | RegExp = ''): Promise<View> =>
  person.waitFor(() => {
    const view = person.modal();
    return view && has(view, text) ? view : undefined;
  });

/** The person's Home, once it has this text. */
export const seesAtHome = (person: Person, text: string | RegExp = ''): Promise<View> =>
  person.waitFor(() => {
    const view = person.home();
    return view && has(view, text) ? view : undefined;
  });

/** Types `/backup-status typed` and resolves with the text of the answer, which may be the note that one follows. */
export const answer = async (person: Person, typed: string, options = {}): Promise<string> =>
  (await person.command(`/backup-status ${typed}`, options)).message?.text ?? '';

/** Types an id and resolves with the card, which follows a note on a slow machine. */
export async function card(person: Person, id: string): Promise<SeenMessage> {
  const before = new Set(person.messages().map(({ ts }) => ts));
  await answer(person, id);
  const isCard = (message: SeenMessage) => has(message, `"block_id":"account::${id}"`);
  return await person.waitFor(() => person.messages().find((one) => !before.has(one.ts) && isCard(one)));
}

/** Fills in the open window and waits until it shows this text. */
export async function submits(person: Person, values: SubmitValues, text: string): Promise<void> {
  await sees(person);
  await person.submit(values);
  await sees(person, text);
}

/** Types `/backup-status watch typed`, saves the form, and closes it. */
export async function watches(person: Person, typed: string, values: SubmitValues = {}): Promise<void> {
  await person.command(`/backup-status watch ${typed}`);
  const { saved, savedForMe } = words.watches.form;
  const [before = ''] = saved('<#').split('<#');
  await sees(person);
  await person.submit(values);
  await person.waitFor(() => has(person.modal(), before) || has(person.modal(), savedForMe) || undefined);
  await person.closeModal();
}

/** Waits until Home was requested this many times and shows the result. */
export const answered = ({ logLines }: { readonly logLines: readonly LogLine[] }, count: number) =>
  expect.poll(() => logLines.filter(({ by }) => by === 'home')).toHaveLength(count);

/** Warnings and worse. */
export const warningsIn = (lines: readonly LogLine[]) => lines.filter(({ level }) => level >= 40);
