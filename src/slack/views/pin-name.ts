import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { within } from '../../async/within.ts';
import type { Person, PinNameProblem } from '../../domain/pins.ts';
import { PIN_NAME } from '../../formatters/action-ids.ts';
import { formatNotOpened } from '../../formatters/notices/notices.ts';
import { formatPinName, formatPinNameErrors } from '../../formatters/notices/pin-messages.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import { parsePinName } from '../input/parse-pin-name.ts';
import { isPlausibleId } from '../input/plausible-id.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { privately, sendReply } from '../web-api/reply.ts';

/** A press on a card or in Home that opens a modal about an account. */
export interface ModalPress {
  readonly person: Person;
  readonly accountId: string;
  readonly triggerId: string;
  /** Absent in Home, which itself says that no window opens. */
  readonly responseUrl?: string;
}

/** A trigger lasts three seconds: a store slower than this is not waited for, and the field is then empty. */
const NAME_WITHIN_MS = 800;

/** Opens the modal for the short name of a pin, with the name that it has; or says what to type where no window opens. */
export async function openPinName(
  deps: Pick<ListenerDeps, 'store' | 'homes' | 'respond' | 'views' | 'contexts'>,
  { person, accountId, triggerId, responseUrl }: ModalPress,
): Promise<void> {
  const { store, homes, respond, views, contexts } = deps;
  const listed = await within(store.pins(person), NAME_WITHIN_MS);
  const pins = listed === undefined || listed.value === 'unavailable' ? [] : listed.value;
  const pin = pins.find((one) => one.accountId === accountId) ?? { accountId };
  const view = formatPinName(pin, contexts.private(person.userId, pins));
  const opened = await views.open({ trigger_id: triggerId, view });
  if (opened.kind === 'done') return;
  if (responseUrl === undefined) {
    await homes.of(person).tell({ kind: 'not-opened', accountId });
    return;
  }
  const isExpired = opened.kind === 'trigger-spent';
  const message = formatNotOpened({ id: accountId, isExpired }, contexts.private(person.userId));
  await sendReply(respond, responseUrl, privately(message));
}

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
    const result: PinNameProblem | { readonly kind: 'named' } =
      name === undefined && !isCleared
        ? { kind: 'name-unusable' }
        : await store.rename(person, accountId, name, deadline.leftMs(ACK_BY_MS));
    if (result.kind !== 'named') {
      const errors = formatPinNameErrors(result, contexts.private(person.userId));
      await ack({ response_action: 'errors', errors: { ...errors } });
      return;
    }
    await ack();
    await homes.find(person.userId)?.pinsChanged();
  };
}
