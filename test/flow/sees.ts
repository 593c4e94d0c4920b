import type { SubmitValues } from '../../sandbox/slack/client/fill-in.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { SeenMessage, View } from '../../sandbox/slack/client/seen.ts';
import { drawn } from '../messages/drawn.ts';
import type { LogLine } from '../support/capture-log.ts';
import { words } from '../support/reader.ts';

// What people do and see, in the words in which a flow test says it: somebody types Y, Slack shows Z.

/** A message, a window or Home. */
type Shown = Partial<Pick<SeenMessage, 'text' | 'blocks'>> | View | undefined;

/** What is drawn, as the lines that a person reads. */
export const linesOf = (shown: Shown): string[] => drawn(shown?.blocks ?? []);
export const textOf = (shown: Shown): string => linesOf(shown).join('\n');

/** As a person reads it, and as Slack got it: with the ids, and what stands in fields and menus. */
const has = (shown: Shown, text: string | RegExp) => {
  const all = [shown && 'text' in shown ? shown.text : '', textOf(shown), JSON.stringify(shown ?? '')].join(
    '\n',
  );
  return typeof text === 'string' ? all.includes(text) : text.test(all);
};

/** Waits until it is so. */
export const until = (person: Person, isSo: () => boolean): Promise<true> =>
  person.waitFor(() => isSo() || undefined);

/** The first message with this text that the person has before them, in one channel or in any. */
export const reads = (person: Person, text: string | RegExp, channel?: string): Promise<SeenMessage> =>
  person.waitFor(() => person.messages(channel).find((message) => has(message, text)));

/** The window that is open, once it has this text. */
export const sees = (person: Person, text: string | RegExp = ''): Promise<View> =>
  person.waitFor(() => {
    const view = person.modal();
    return view && has(view, text) ? view : undefined;
  });

/** Home, once it has this text. */
export const seesAtHome = (person: Person, text: string | RegExp = ''): Promise<View> =>
  person.waitFor(() => {
    const view = person.home();
    return view && has(view, text) ? view : undefined;
  });

/** Types `/backup-status typed`; the text of the answer, which may be that it follows. */
export const answer = async (person: Person, typed: string, options = {}): Promise<string> =>
  (await person.command(`/backup-status ${typed}`, options)).message?.text ?? '';

/** Types an id; the card of the account, which on a slow machine comes after a note. */
export async function card(person: Person, id: string): Promise<SeenMessage> {
  const before = new Set(person.messages().map(({ ts }) => ts));
  await answer(person, id);
  const isCard = (message: SeenMessage) => has(message, `"block_id":"account::${id}"`);
  return await person.waitFor(() => person.messages().find((one) => !before.has(one.ts) && isCard(one)));
}

/** Fills in the window that is open or opens, and waits until this is what has become of it. */
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

/** Warnings and worse. */
export const warningsIn = (lines: readonly LogLine[]) => lines.filter(({ level }) => level >= 40);
