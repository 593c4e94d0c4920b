import type { Fault } from '../../sandbox/backup-service/faults.ts';
import { EARLIER, FAILURE, type FaultRow, LIVE } from './fault-row.ts';
import { ask, eventually, type World } from './world.ts';

/** Every command asks the service, however young the last answer is. */
const ALWAYS_ASK = { FRESH_FOR_SECONDS: '0' };

/** One way in which the service fails, and what is read where the fault decides it. */
interface ServiceFault {
  readonly name: string;
  readonly fault: Fault;
  /** With a token and no earlier answer; a clear failure unless said. */
  readonly reads?: RegExp;
  /** With an earlier answer; that one unless said. */
  readonly readsAfterAnswer?: RegExp;
  /** Where the login fails, too; as `reads` unless said. */
  readonly readsCold?: RegExp;
}

const NO_ACCOUNT = /No such account/;
const SIGN_IN = /cannot sign in/;

const SERVICE_FAULTS: readonly ServiceFault[] = [
  { name: '500', fault: { kind: 'status', status: 500 } },
  { name: '503', fault: { kind: 'status', status: 503 } },
  { name: '504', fault: { kind: 'status', status: 504 } },
  { name: 'a proxy’s HTML page, 502', fault: { kind: 'html-page' } },
  { name: 'a proxy’s HTML page, 403', fault: { kind: 'html-page', status: 403 } },
  { name: 'a proxy’s HTML page, 404', fault: { kind: 'html-page', status: 404 } },
  { name: 'an HTML page with status 200', fault: { kind: 'html-page', status: 200 } },
  { name: 'truncated JSON', fault: { kind: 'truncated-json' } },
  {
    name: 'every field of a wrong type',
    fault: { kind: 'wrong-types' },
    reads: /Cannot tell/,
    readsAfterAnswer: /Cannot tell/,
    readsCold: FAILURE,
  },
  { name: 'JSON that is no object', fault: { kind: 'not-an-object' } },
  { name: 'connection reset before the answer', fault: { kind: 'reset' } },
  { name: 'connection reset in the middle of the answer', fault: { kind: 'reset', when: 'mid-body' } },
  { name: 'no answer, ever', fault: { kind: 'hang' } },
  { name: 'one byte every 100 ms', fault: { kind: 'slow-drip' } },
  { name: '429', fault: { kind: 'rate-limited' } },
  { name: '429, Retry-After 2 s', fault: { kind: 'rate-limited', retryAfterSeconds: 2 } },
  { name: '429, Retry-After 1 h', fault: { kind: 'rate-limited', retryAfterSeconds: 3_600 } },
  {
    name: '429, Retry-After as a date',
    fault: { kind: 'rate-limited', retryAfterSeconds: 120, format: 'http-date' },
  },
  {
    name: 'gzip that nobody asked for',
    fault: { kind: 'gzip' },
    reads: LIVE,
    readsAfterAnswer: LIVE,
  },
  { name: 'over 1 MiB, declared', fault: { kind: 'huge', isDeclared: true } },
  { name: 'over 1 MiB, in pieces', fault: { kind: 'huge' } },
  { name: 'a redirect', fault: { kind: 'status', status: 302, headers: { location: '/elsewhere' } } },
  { name: '204, no content', fault: { kind: 'status', status: 204 } },
  {
    name: '400',
    fault: { kind: 'status', status: 400 },
    reads: /Not an account id/,
    readsAfterAnswer: /Not an account id/,
    readsCold: FAILURE,
  },
  {
    name: '403',
    fault: { kind: 'status', status: 403 },
    reads: /Not open to this app/,
    readsAfterAnswer: /Not open to this app/,
    readsCold: FAILURE,
  },
  {
    name: '404',
    fault: { kind: 'status', status: 404 },
    reads: NO_ACCOUNT,
    readsAfterAnswer: NO_ACCOUNT,
    readsCold: FAILURE,
  },
  { name: '401 for every token', fault: { kind: 'status', status: 401 }, readsCold: SIGN_IN },
];

/** Resolves when the bot has signed in. */
const untilSignedIn = ({ service }: World) => eventually(() => service.counts.logins || undefined);

/** Three rows a fault: with a token, with a token and an earlier answer, and with the login failing alike. */
function rowsOf({ name, fault, reads = FAILURE, readsAfterAnswer, readsCold }: ServiceFault): FaultRow[] {
  const spoil = ({ service }: World) => service.addFault(fault, { operation: 'general-info' });
  return [
    {
      fault: name,
      given: 'token in hand',
      async setUp(world) {
        await untilSignedIn(world);
        spoil(world);
      },
      act: ({ ada }) => ask(ada, '/backup-status 1001'),
      reads,
    },
    {
      fault: name,
      given: 'token and an earlier answer',
      world: { env: ALWAYS_ASK },
      async setUp(world) {
        await ask(world.bora, '/backup-status 1001');
        spoil(world);
      },
      act: ({ ada }) => ask(ada, '/backup-status 1001'),
      reads: readsAfterAnswer ?? EARLIER,
    },
    {
      fault: name,
      given: 'no token: the login meets it, too',
      before: ({ service }) => service.addFault(fault),
      act: ({ ada }) => ask(ada, '/backup-status 1001'),
      reads: readsCold ?? reads,
    },
  ];
}

/** What the service can do that is no answer of its own: be slow, be away, recover. */
const OTHER: readonly FaultRow[] = [
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
];

/** Every fault of the reference service, and what else can become of a service. */
export const serviceFaults: readonly FaultRow[] = [...SERVICE_FAULTS.flatMap(rowsOf), ...OTHER];
