import type { Words } from '../../words/words.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { type Message, sentence, toMessage } from '../kit/message.ts';
import { line, link, plain, richText } from '../kit/rich-text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { PressListener } from '../on-press.ts';
import { pressedMessage } from '../press.ts';
import { privately, sendReply } from '../reply.ts';
import { namesOf } from '../watches/watch-answers.ts';
import { namedAccounts } from '../watches/watch-messages.ts';

/** "I'm on it", on an alert: the person is told at once; every channel that has the alert shows it when it is edited. */
export function createTakeOverAction(deps: ListenerDeps): PressListener {
  const { watches, respond, contexts, linkTo, log } = deps;
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    await ack();
    const alert = pressedMessage(body);
    const taken = await watches.take(alert, userId);
    const reader = contexts.private(userId);
    const said = () => {
      const { taken: took, takenAlready, nothingOpen, alertOver, outdated, notTaken } = reader.words.watches;
      switch (taken.kind) {
        case 'taken': {
          const [shown, more] = namedAccounts(taken.accountIds);
          return took(namesOf(shown, deps, reader), more);
        }
        case 'nothing-open':
          return nothingOpen;
        case 'taken-already':
          return takenAlready;
        case 'outdated':
          return outdated;
        case 'unknown-message':
          return alertOver;
        case 'store-failed':
          return notTaken;
        default:
          return taken satisfies never;
      }
    };
    const message =
      taken.kind === 'outdated' ? withLink(said(), linkTo(taken.present), reader.words) : sentence(said());
    await sendReply(respond, body.response_url, privately(message));
    const accountIds = taken.kind === 'taken' ? taken.accountIds : [];
    logWatchAudit(
      log,
      { ...user, channelId: alert.channelId },
      { by: 'take-over', result: taken.kind, accountIds },
    );
  };
}

/** *Release*, in the menu of an alert or of an account in *See all*: ends "I'm on it". `responseUrl` absent: a window shows it. */
export async function answerRelease(
  { watches, respond, contexts, log }: ListenerDeps,
  press: AuthorizedUser & {
    readonly channelId?: string;
    readonly accountId: string;
    readonly responseUrl?: string;
  },
): Promise<void> {
  const { person, accountId, responseUrl } = press;
  const released = await watches.release(accountId, person.userId);
  const result = released === true ? 'released' : released === false ? 'not-yours' : released;
  logWatchAudit(log, press, { by: 'release', result, accountIds: [accountId] });
  if (responseUrl === undefined) return;
  const { words } = contexts.private(person.userId);
  const { released: done, notYours, notTaken } = words.watches;
  const said = { released: done, 'not-yours': notYours, unavailable: notTaken }[result];
  await sendReply(respond, responseUrl, privately(sentence(said)));
}

const withLink = (text: string, url: string, { alert }: Words): Message =>
  toMessage([text], [richText(line(plain(`${text} `), link(url, alert.present)))]);
