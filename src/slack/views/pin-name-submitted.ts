import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { PinNameProblem } from '../../domain/pins.ts';
import { PIN_NAME } from '../../formatters/action-ids.ts';
import { formatPinNameErrors } from '../../formatters/notices/pin-messages.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import { parsePinName } from '../input/parse-pin-name.ts';
import { isPlausibleId } from '../input/plausible-id.ts';
import type { ListenerDeps } from '../listener-deps.ts';

/** From the request on; Slack allows 3,000, and shows no error after that. */
const ACK_BY_MS = 2_500;

/** The modal for a name, submitted: keeps the name, or says under the field why not. */
export function createPinNameSubmitted(
  deps: Pick<ListenerDeps, 'store' | 'homes' | 'contexts'>,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  const { store, homes, contexts } = deps;

  return async ({ view, context, ack }) => {
    const { person, deadline } = requireAuthorizedUser(context);
    const accountId = view.private_metadata;
    if (!isPlausibleId(accountId)) throw new Error('a modal for a name is about no account');
    const typed = view.state.values[PIN_NAME.blockId]?.[PIN_NAME.actionId]?.value ?? '';
    const isCleared = typed.trim() === '';
    const name = isCleared ? undefined : parsePinName(typed);
    const problem: PinNameProblem | undefined =
      name === undefined && !isCleared
        ? { kind: 'name-unusable' }
        : asProblem(await store.rename(person, accountId, name, deadline.leftMs(ACK_BY_MS)));
    if (problem !== undefined) {
      const errors = formatPinNameErrors(problem, contexts.private(person.userId));
      await ack({ response_action: 'errors', errors: { ...errors } });
      return;
    }
    await ack();
    await homes.find(person)?.pinsChanged();
  };
}

function asProblem(result: Awaited<ReturnType<ListenerDeps['store']['rename']>>): PinNameProblem | undefined {
  return result.kind === 'named' ? undefined : result;
}
