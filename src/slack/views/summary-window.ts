import type { ModalView } from '@slack/types';
import { modal } from '../../formatters/kit/text-objects.ts';
import { type Message, sentence } from '../../formatters/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type AskedSummary, summaryForPerson } from '../shared/summarize.ts';
import type { Opening } from './open-form.ts';
import { openView } from './show-view.ts';

/** Opens the summary of all that the person watches. Resolves with what came of it, for the audit line. */
export async function openSummary(
  deps: ListenerDeps,
  { person, triggerId }: Opening,
): Promise<AskedSummary['result'] | 'not-opened'> {
  const { summary: said } = deps.contexts.private(person.userId).words;
  const viewOf = ({ blocks }: Message): ModalView => modal({ title: said.window, close: said.close }, blocks);
  const asked = summaryForPerson(deps, person, undefined);
  const isOpen = await openView(deps.views, {
    triggerId,
    work: asked.then(({ message }) => viewOf(message)),
    loading: () => viewOf(sentence(said.loading)),
  });
  return isOpen ? (await asked).result : 'not-opened';
}
