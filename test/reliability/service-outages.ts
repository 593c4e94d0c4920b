import { ALWAYS_ASK, EARLIER, FAILURE, type FaultRow, LIVE, untilSignedIn } from './fault-row.ts';
import { ask } from './world.ts';

/** What a service can do that is no answer of its own: be slow, be away, recover. */
export const serviceOutages: readonly FaultRow[] = [
  {
    fault: 'the service takes 4 s for every answer',
    given: 'token in hand',
    async setUp(world) {
      await untilSignedIn(world);
      world.service.set({ latencyMs: 4_000 });
    },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: LIVE,
  },
  {
    fault: 'the service takes 4 s for every answer',
    given: 'no token',
    world: { service: { latencyMs: 4_000 } },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: LIVE,
  },
  ...[6_000, 10_000, 15_000].map(
    (latencyMs): FaultRow => ({
      fault: `the service takes ${latencyMs / 1_000} s for every answer`,
      given: 'token in hand',
      async setUp(world) {
        await untilSignedIn(world);
        world.service.set({ latencyMs });
      },
      act: ({ ada }) => ask(ada, '/backup-status 1001'),
      reads: LIVE,
    }),
  ),
  {
    fault: 'the service takes 30 s for every answer',
    given: 'token in hand',
    async setUp(world) {
      await untilSignedIn(world);
      world.service.set({ latencyMs: 30_000 });
    },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: FAILURE,
  },
  {
    fault: '503 once, then as usual',
    given: 'token in hand',
    async setUp(world) {
      await untilSignedIn(world);
      world.service.addFault({ kind: 'status', status: 503 }, { operation: 'general-info', next: 1 });
    },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: LIVE,
  },
  {
    fault: 'connection reset once, then as usual',
    given: 'no token: the login meets it, too',
    before({ service }) {
      service.addFault({ kind: 'reset' }, { operation: 'login', next: 1 });
      service.addFault({ kind: 'reset' }, { operation: 'general-info', next: 1 });
    },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: LIVE,
  },
  {
    fault: 'no answer once, then as usual',
    given: 'token in hand',
    async setUp(world) {
      await untilSignedIn(world);
      world.service.addFault({ kind: 'hang' }, { operation: 'general-info', next: 1 });
    },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: LIVE,
  },
  {
    fault: 'nothing listens there any more',
    given: 'token in hand',
    async setUp(world) {
      await untilSignedIn(world);
      await world.service.close();
    },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
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
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: EARLIER,
  },
  {
    fault: 'its host name does not resolve',
    given: 'no token',
    world: { env: { BACKUP_SERVICE_URL: 'http://backup-service.invalid/api' } },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: FAILURE,
  },
  {
    fault: 'one account of three hangs',
    given: 'a triage',
    async setUp(world) {
      await untilSignedIn(world);
      world.service.addFault({ kind: 'hang' }, { account: 'load-2' });
    },
    act: ({ ada }) => ask(ada, '/backup-status load-1 load-2 load-3'),
    reads: /load-2 · Could not be checked[\s\S]*Backups are fine[\s\S]*Backups are fine/,
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
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: /^(?![\s\S]*(Act now|🚨))[\s\S]*not checked for 22 h/,
  },
];
