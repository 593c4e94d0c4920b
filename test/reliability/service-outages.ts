import { FINE, inOrder, UNCHECKED } from '../support/phrases.ts';
import { ALWAYS_ASK, EARLIER, FAILURE, type FaultRow, LIVE, untilSignedIn } from './fault-row.ts';
import { ask, type World } from './world.ts';

const act = ({ ada }: World) => ask(ada, '/backup-status 1001');

/** Changes the service once the bot has signed in. */
const withToken = (change: (world: World) => unknown) => async (world: World) => {
  await untilSignedIn(world);
  await change(world);
};

const slow = (latencyMs: number, reads: RegExp): FaultRow => ({
  fault: `the service takes ${latencyMs / 1_000} s for every answer`,
  given: 'token in hand',
  setUp: withToken(({ service }) => service.set({ latencyMs })),
  act,
  reads,
});

/** What a service can do that is no answer of its own: be slow, be away, recover. */
export const serviceOutages: readonly FaultRow[] = [
  slow(4_000, LIVE),
  {
    fault: 'the service takes 4 s for every answer',
    given: 'no token',
    world: { service: { latencyMs: 4_000 } },
    act,
    reads: LIVE,
  },
  slow(6_000, LIVE),
  slow(10_000, LIVE),
  slow(15_000, LIVE),
  slow(30_000, FAILURE),
  {
    fault: '503 once, then as usual',
    given: 'token in hand',
    setUp: withToken(({ service }) =>
      service.addFault({ kind: 'status', status: 503 }, { operation: 'general-info', next: 1 }),
    ),
    act,
    reads: LIVE,
  },
  {
    fault: 'connection reset once, then as usual',
    given: 'no token: the login meets it, too',
    before({ service }) {
      service.addFault({ kind: 'reset' }, { operation: 'login', next: 1 });
      service.addFault({ kind: 'reset' }, { operation: 'general-info', next: 1 });
    },
    act,
    reads: LIVE,
  },
  {
    fault: 'no answer once, then as usual',
    given: 'token in hand',
    setUp: withToken(({ service }) =>
      service.addFault({ kind: 'hang' }, { operation: 'general-info', next: 1 }),
    ),
    act,
    reads: FAILURE,
  },
  {
    fault: 'nothing listens there any more',
    given: 'token in hand',
    setUp: withToken(({ service }) => service.close()),
    act,
    reads: FAILURE,
  },
  {
    fault: 'nothing listens there any more',
    given: 'token and an earlier answer',
    world: { env: ALWAYS_ASK },
    async setUp({ bora, service }) {
      await ask(bora, '/backup-status 1001');
      await service.close();
    },
    act,
    reads: EARLIER,
  },
  {
    fault: 'its host name does not resolve',
    given: 'no token',
    world: { env: { BACKUP_SERVICE_URL: 'http://backup-service.invalid/api' } },
    act,
    reads: FAILURE,
  },
  {
    fault: 'one account of three hangs',
    given: 'a triage',
    setUp: withToken(({ service }) => service.addFault({ kind: 'hang' }, { account: 'load-2' })),
    act: ({ ada }) => ask(ada, '/backup-status load-1 load-2 load-3'),
    reads: inOrder(`load-2 · ${UNCHECKED}`, FINE, FINE),
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
    act,
    reads: inOrder(UNCHECKED, FINE, '22\u00A0h'),
  },
];
