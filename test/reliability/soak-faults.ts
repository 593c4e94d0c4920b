import type { Fault } from '../../sandbox/backup-service/reply.ts';
import type { ReferenceBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { ApiFault } from '../../sandbox/slack/server/delivery.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { hashOf } from '../simulation/scenario.ts';

/** Numbers from 0 to 1 that depend only on the seed. */
export function createRandom(seed: number): () => number {
  let drawn = 0;
  return () => hashOf(seed, ++drawn);
}

const SERVICE_FAULTS: readonly Fault[] = [
  ...[401, 404, 429, 500, 503].map((status): Fault => ({ kind: 'status', status })),
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'html-page' },
  { kind: 'truncated-json' },
  { kind: 'wrong-types' },
  { kind: 'not-an-object' },
  { kind: 'reset' },
  { kind: 'reset', when: 'mid-body' },
  { kind: 'hang' },
  { kind: 'slow-drip' },
  { kind: 'gzip' },
  { kind: 'huge' },
];

const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

/**
 * Sets the next faults of the services: in a third of cases none, otherwise a fault of twenty of the two hundred accounts, of
 * the next fifty requests, or slowness. Sometimes revokes all tokens.
 */
export function spoilServices(services: readonly ReferenceBackupService[], random: () => number): void {
  const kind = random();
  const fault = pick(SERVICE_FAULTS, random);
  const first = 1 + Math.floor(random() * 180);
  const latencyMs = kind >= 0.8 ? Math.floor(random() * 3_000) : 0;
  const isRevoked = random() < 0.15;
  for (const service of services) {
    service.clearFaults();
    service.set({ latencyMs });
    if (kind >= 0.33 && kind < 0.65)
      for (let id = first; id < first + 20; id += 1) service.addFault(fault, { account: `load-${id}` });
    if (kind >= 0.65 && kind < 0.8) service.addFault(fault, { next: 50 });
    if (isRevoked) service.revokeTokens();
  }
}

const SLACK_FAULTS: readonly ApiFault[] = [
  { kind: 'status', status: 500 },
  { kind: 'rate-limited', retryAfterSeconds: 1 },
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'status', status: 200, body: '<html></html>' },
  { kind: 'slow', delayMs: 1_500 },
];

/** Two posts to response_urls fail, each of which has three attempts; or, in Socket Mode, a socket is renewed. */
export function nextSlackFault(slack: LocalSlack, random: () => number): void {
  slack.clearFaults();
  const kind = random();
  if (kind < 0.5) slack.addFault(pick(SLACK_FAULTS, random), { method: 'response_url', next: 2 });
  else if (kind < 0.7 && slack.connectedSockets() === 2) slack.refreshSockets({ index: 0 });
}
