import type { WebClient } from '@slack/web-api';
import { within } from '../../async/within.ts';
import { formatPinName } from '../../formatters/notices/pin-messages.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { Asker } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import { privateContext } from '../shared/private-context.ts';
import { sayNotOpened } from './say-not-opened.ts';

/** A trigger lasts three seconds: a store slower than this is not waited for, and the field is then empty. */
const NAME_WITHIN_MS = 800;

interface NamePress {
  readonly asker: Asker;
  readonly accountId: string;
  readonly triggerId: string;
  /** Absent in Home. */
  readonly responseUrl?: string;
  readonly views: WebClient['views'];
}

/** Opens the modal for the short name of a pin, with the name that it has. */
export async function openPinName(deps: ListenerDeps, press: NamePress): Promise<void> {
  const { store, wordsFor, now, callSlack } = deps;
  const { accountId, triggerId, views } = press;
  const listed = await within(store.pins(personOf(press.asker)), NAME_WITHIN_MS);
  const pins = listed === undefined || listed.value === 'unavailable' ? [] : listed.value;
  const name = pins.find((pin) => pin.accountId === accountId)?.name;
  const words = wordsFor(press.asker.userId);
  const view = formatPinName(
    { accountId, ...(name !== undefined && { name }) },
    privateContext({ now, words }, pins),
  );
  const opened = await callSlack('views.open', () => views.open({ trigger_id: triggerId, view }));
  if (opened.kind !== 'done') await sayNotOpened(deps, { ...press, failure: opened });
}
