import type { Person } from '../../sandbox/slack/client/person.ts';
import { SHARE_VIEW } from '../../src/slack/card/share.ts';
import { LANGUAGES, wordsOf } from '../../src/words/words.ts';

const SHARING = LANGUAGES.map((language) => wordsOf(language, language).share.sharing);

/** Chooses the channel in the open Share window, and closes the result. */
export async function shareIn(person: Person, channel = 'oncall', { evenIfNotOffered = false } = {}) {
  await person.waitFor(() => (person.modal()?.callback_id === SHARE_VIEW.callbackId ? true : undefined));
  const submitted = await person.submit({ [SHARE_VIEW.channel]: channel }, { evenIfNotOffered });
  const shown = () => JSON.stringify(person.modal() ?? {});
  const isUnderWay = () => [SHARE_VIEW.callbackId, ...SHARING].some((text) => shown().includes(text));
  await person.waitFor(() => (isUnderWay() ? undefined : true));
  return submitted;
}

/** Types `accounts share note` and shares it in a channel. Resolves with the posted message. */
export async function share(person: Person, accounts: string, { channel = 'oncall', note = '' } = {}) {
  const seen = person.messages(channel).map(({ ts }) => ts);
  await person.command(`/backup-status ${accounts} share ${note}`);
  await shareIn(person, channel);
  const message = await person.waitFor(() =>
    person.messages(channel).find(({ ts, isEphemeral }) => !isEphemeral && !seen.includes(ts)),
  );
  await person.closeModal();
  return message;
}
