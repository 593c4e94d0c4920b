import { expect } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { ApiFault } from '../../sandbox/slack/server/delivery.ts';
import { found } from '../messages/samples.ts';
import { holdLookup } from './held-lookup.ts';
import { FINE } from './phrases.ts';
import type { Transport } from './slack-settings.ts';
import { type EdgeSetup, type StartedEdge, startEdge } from './start-edge.ts';

/** Faults of any call, which last. */
const FAULTS: Readonly<Record<string, ApiFault>> = {
  'a limit': { kind: 'rate-limited', retryAfterSeconds: 30 },
  'a limit of unknown length': { kind: 'rate-limited' },
  'a Slack that is down': { kind: 'status', status: 503 },
  'a refusal on the way': { kind: 'status', status: 403 },
  'a web page': { kind: 'status', status: 200, body: '<html><body>proxy</body></html>' },
  'a broken connection': { kind: 'reset' },
  'a trouble of Slack’s own': { kind: 'error', code: 'internal_error' },
  'blocks that Slack cannot draw': { kind: 'error', code: 'invalid_blocks' },
  'a channel that is not there': { kind: 'error', code: 'channel_not_found' },
  'a token taken back': { kind: 'error', code: 'token_revoked' },
};
export const FAULT_NAMES = Object.keys(FAULTS);

export const faultOf = (name: string) => FAULTS[name] as ApiFault;

/** Everything that a person can read in messages, as one text. */
export const readBy = (person: Person) =>
  JSON.stringify(person.messages().map(({ blocks, text }) => [text, blocks]));

/** Look-ups answer at once until they are held. */
export async function startHeld(transport: Transport, more: Partial<EdgeSetup> = {}) {
  const held = holdLookup();
  const held1001 = { isHeld: false };
  const edge = await startEdge({
    transport,
    lookup: (id) => (held1001.isHeld ? held.lookup(id) : Promise.resolve(found({ id }))),
    ...more,
  });
  return {
    ...edge,
    held,
    hold: () => {
      held1001.isHeld = true;
    },
    /** Answers held look-ups and all later ones. */
    answer: () => {
      held1001.isHeld = false;
      held.answer(found({ id: '1001' }));
    },
  };
}

/** Only one call was lost: the next command is answered once Slack works again. */
export async function expectAlive({ slack, ada, logLines }: StartedEdge): Promise<void> {
  slack.clearFaults();
  const { message } = await ada.command('/backup-status 1002');
  expect(message?.text).toContain(FINE);
  expect(logLines.map(({ msg }) => msg)).not.toContain('a request from Slack could not be processed');
}
