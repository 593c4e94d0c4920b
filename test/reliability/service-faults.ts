import type { Fault } from '../../sandbox/backup-service/faults.ts';
import { inOrder, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { ALWAYS_ASK, BETWEEN, EARLIER, FAILURE, type FaultRow, LIVE, untilSignedIn } from './fault-row.ts';
import { ask, type World } from './world.ts';

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

const NO_ACCOUNT = inOrder(NOT_FOUND);
const NOT_AN_ID = inOrder(words.failure['invalid-id']('').title);
const FORBIDDEN = inOrder(words.failure.forbidden('').title);
const SIGN_IN = /sign-in refused/;

const SERVICE_FAULTS: readonly ServiceFault[] = [
  { name: '500', fault: { kind: 'status', status: 500 } },
  { name: '503', fault: { kind: 'status', status: 503 } },
  { name: '504', fault: { kind: 'status', status: 504 } },
  { name: 'a proxy’s HTML page, 502', fault: { kind: 'html-page' } },
  { name: 'a proxy’s HTML page, 403', fault: { kind: 'html-page', status: 403 }, reads: BETWEEN },
  { name: 'a proxy’s HTML page, 404', fault: { kind: 'html-page', status: 404 }, reads: BETWEEN },
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
    reads: NOT_AN_ID,
    readsAfterAnswer: NOT_AN_ID,
    readsCold: FAILURE,
  },
  {
    name: '403',
    fault: { kind: 'status', status: 403 },
    reads: FORBIDDEN,
    readsAfterAnswer: FORBIDDEN,
    readsCold: FAILURE,
  },
  {
    name: '404',
    fault: { kind: 'status', status: 404 },
    reads: NO_ACCOUNT,
    readsAfterAnswer: NO_ACCOUNT,
    readsCold: FAILURE,
  },
  {
    name: '401 for every token',
    fault: { kind: 'status', status: 401 },
    // It is refused for one account so far, after a sign-in that was accepted.
    reads: FORBIDDEN,
    readsAfterAnswer: FORBIDDEN,
    readsCold: SIGN_IN,
  },
];

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
      reads: readsAfterAnswer ?? EARLIER,
    },
    {
      fault: name,
      given: 'no token: the login meets it, too',
      before: ({ service }) => service.addFault(fault),
      reads: readsCold ?? reads,
    },
  ];
}

/** Every fault of the reference service. */
export const serviceFaults: readonly FaultRow[] = SERVICE_FAULTS.flatMap(rowsOf);
