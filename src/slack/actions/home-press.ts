import type { BlockAction } from '@slack/bolt';
import type { Deadline } from '../../async/deadline.ts';
import { decodeAccountAction, decodeAccountValue } from '../../formatters/account/account-action.ts';
import { HOME_ACTIONS, OPEN_ACTIONS } from '../../formatters/action-ids.ts';
import type { AuthorizedUser } from '../authorize/authorized-user.ts';
import type { SeenHome } from '../home/home-session.ts';
import { isPlausibleId } from '../input/plausible-id.ts';
import type { Asker } from '../shared/audit-log.ts';

/** Something done in Home. */
export interface HomePress {
  readonly asker: Asker;
  readonly deadline: Deadline;
  readonly seen: SeenHome;
  readonly triggerId: string;
  /** What stands in the look-up field, as typed. */
  readonly typed: string;
  /** The value of a button, or of the option chosen. */
  readonly value: string;
  /** The account that it is about. Throws when there is none: then no Home of ours can have sent it. */
  readonly accountId: () => string;
}

export function readHomePress(body: BlockAction, { person, deadline }: AuthorizedUser): HomePress {
  const [action] = body.actions;
  const { hash, private_metadata: privateMetadata } = body.view ?? {};
  return {
    asker: { ...person, channelId: undefined },
    deadline,
    seen: {
      askedAtMs: deadline.startedAtMs,
      ...(hash !== undefined && { hash }),
      ...(privateMetadata !== undefined && { privateMetadata }),
    },
    triggerId: body.trigger_id,
    typed: typedIn(body),
    value: pressedValue(action),
    accountId: () => accountIdOf(action),
  };
}

/** A field that dispatches says so in the action; the button beside it leaves it in the state of the view. */
function typedIn({ actions: [action], view }: BlockAction): string {
  if (action?.type === 'plain_text_input') return action.value ?? '';
  const inputs = Object.values(view?.state.values ?? {});
  return inputs.map((block) => block[HOME_ACTIONS.lookup]?.value).find((text) => text != null) ?? '';
}

function pressedValue(action: BlockAction['actions'][number] | undefined): string {
  if (action?.type === 'button') return action.value ?? '';
  return action?.type === 'overflow' ? action.selected_option.value : '';
}

/** In the value of a button that shares its row with others, else in the `block_id`. */
function accountIdOf(action: BlockAction['actions'][number] | undefined): string {
  const id = OPEN_ACTIONS.home.test(action?.action_id ?? '')
    ? decodeAccountValue(pressedValue(action))
    : decodeAccountAction(action?.block_id ?? '')?.id;
  if (id === undefined || !isPlausibleId(id)) throw new Error('a press in Home names no account');
  return id;
}
