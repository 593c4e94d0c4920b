import { FINE, inOrder, UNCHECKED } from '../support/phrases.ts';
import { ALWAYS_ASK, EARLIER, FAILURE, type FaultRow, LIVE, untilSignedIn } from './fault-row.ts';
import { ask, type World } from './world.ts';

/** The service changes once the bot has signed in. */
const withToken = (fault: string, change: (world: World) => unknown, reads: RegExp): FaultRow => ({
  fault,
  given: 'token in hand',
  async setUp(world) {
    await untilSignedIn(world);
    await change(world);
  },
  reads,
});

const slow = (latencyMs: number, reads: RegExp) =>
  withToken(
    `the service takes ${latencyMs / 1_000} s for every answer`,
    ({ service }) => service.set({ latencyMs }),
    reads,
  );

const once = { operation: 'general-info', next: 1 } as const;

/** What a service can do that is no answer of its own: be slow, be away, recover. */
export const serviceOutages: readonly FaultRow[] = [
  slow(4_000, LIVE),
  {
    fault: 'the service takes 4 s for every answer',
    given: 'no token',
    world: { service: { latencyMs: 4_000 } },
    reads: LIVE,
  },
  slow(6_000, LIVE),
  slow(10_000, LIVE),
  slow(15_000, LIVE),
  slow(30_000, FAILURE),
  withToken(
    '503 once, then as usual',
    ({ service }) => service.addFault({ kind: 'status', status: 503 }, once),
    LIVE,
  ),
  {
    fault: 'connection reset once, then as usual',
    given: 'no token: the login meets it, too',
    before({ service }) {
      service.addFault({ kind: 'reset' }, { operation: 'login', next: 1 });
      service.addFault({ kind: 'reset' }, once);
    },
    reads: LIVE,
  },
  withToken(
    'no answer once, then as usual',
    ({ service }) => service.addFault({ kind: 'hang' }, once),
    FAILURE,
  ),
  withToken('nothing listens there any more', ({ service }) => service.close(), FAILURE),
  {
    fault: 'nothing listens there any more',
    given: 'token and an earlier answer',
    world: { env: ALWAYS_ASK },
    async setUp({ bora, service }) {
      await ask(bora, '/backup-status 1001');
      await service.close();
    },
    reads: EARLIER,
  },
  {
    fault: 'its host name does not resolve',
    given: 'no token',
    world: { env: { BACKUP_SERVICE_URL: 'http://backup-service.invalid/api' } },
    reads: FAILURE,
  },
  {
    ...withToken(
      'one account of three hangs',
      ({ service }) => service.addFault({ kind: 'hang' }, { account: 'load-2' }),
      inOrder(`load-2 · ${UNCHECKED}`, FINE, FINE),
    ),
    given: 'a triage',
    act: ({ ada }) => ask(ada, '/backup-status load-1 load-2 load-3'),
  },
  {
    fault: 'nothing listens there any more, for 22 hours',
    given: 'a healthy answer of before',
    async setUp({ bora, service, slack, bot }) {
      await ask(bora, '/backup-status 1001');
      await service.close();
      await bot().setClockAhead(22 * 3_600_000);
      await slack.waitForSockets(2);
    },
    reads: inOrder(UNCHECKED, FINE, '22\u00A0h'),
  },
];
