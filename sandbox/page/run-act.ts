import type { Person } from '../slack/client/person.ts';
import type { Act, ActResult } from './page-state.ts';

/** Lets the person do it. Resolves when the bot has acknowledged, or with what Slack's client would say. */
export async function runAct(person: Person, act: Act): Promise<ActResult> {
  try {
    const error = await errorAfter(person, act);
    return error === undefined ? { ok: true } : { ok: false, error };
  } catch (error) {
    // The local Slack throws what its client would not let a person do.
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

async function errorAfter(person: Person, act: Act): Promise<string | undefined> {
  switch (act.kind) {
    case 'command':
      return (await person.command(act.line, { channel: act.channel })).error;
    case 'say':
      return void person.say(act.text, { channel: act.channel });
    case 'shortcut':
      return (await person.shortcut(act.callbackId, act)).error;
    case 'press':
      return (await person.press(act.target, act.typed)).error;
    case 'type':
      return (await person.type(act.target, act.text)).error;
    case 'submit':
      // What is wrong with the inputs stands in the modal itself.
      return (await person.submit(act.values)).error;
    case 'close-modal':
      return void (await person.closeModal());
    case 'open-home':
      return (await person.openHome()).error;
    case 'reload':
      return void person.reload();
    default:
      throw act satisfies never;
  }
}
