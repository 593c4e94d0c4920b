import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AnswerDeps, answerRequest } from './answer-request.ts';
import { deliver } from './deliver.ts';
import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import { errorReply } from './reply.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import { type Delivery, spoilAnswer } from './spoil-answer.ts';
import { type Target, targetOf } from './target-of.ts';

export interface ListenerDeps extends AnswerDeps {
  readonly faults: Faults;
  readonly gate: Pick<Gate, 'pass'>;
  readonly log: RequestLog;
  readonly now: () => number;
  /** See `StartOptions`. */
  readonly onServed?: (served: ServedRequest) => void;
}

/** A request that is over: answered, or broken off when it has no `status`. `atMs`: when it came, on the server's clock. */
export interface ServedRequest extends LoggedRequest {
  readonly atMs: number;
  readonly ms: number;
}

/** Serves one request: log, wait at the gate and for the latency, answer or spoil the answer, send. */
export function createRequestListener(deps: ListenerDeps) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = targetOf(request);
    const { accountId } = target.operation ? target : { accountId: undefined };
    const logged: LoggedRequest = {
      method: request.method ?? '',
      path: target.path,
      ...(accountId === undefined ? {} : { accountId }),
    };
    const inFlight = deps.log.begin(logged);
    response.once('close', inFlight.ended);
    tellWhenServed(response, logged, deps);
    const delivery = await deliveryFor({ request, response, target }, deps);
    if (response.destroyed) return;
    if ('reply' in delivery) inFlight.answered(delivery.reply.status);
    response.sendDate = false;
    if (!deps.settings().omitDateHeader) response.setHeader('date', new Date(deps.now()).toUTCString());
    deliver(response, delivery);
  };
}

function tellWhenServed(
  response: ServerResponse,
  logged: LoggedRequest,
  { onServed, now }: ListenerDeps,
): void {
  if (!onServed) return;
  const atMs = now();
  const cameAt = performance.now();
  response.once('close', () => {
    const status = response.headersSent ? { status: response.statusCode } : {};
    onServed({ ...logged, ...status, atMs, ms: Math.round(performance.now() - cameAt) });
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
}

async function deliveryFor({ request, response, target }: Exchange, deps: ListenerDeps): Promise<Delivery> {
  if (target.operation === undefined) return { kind: 'whole', reply: target.refusal };
  const { operation } = target;
  if (operation === 'general-info') deps.log.countGeneralInfo();
  const fault = deps.faults.take(target);
  if (operation === 'general-info') await deps.gate.pass();
  await wait(deps.settings().latencyMs, response);
  const answer = () => answerRequest(request, target, deps);
  const delivery = await deliveryOr500(response, () => spoilAnswer(fault, answer, deps.now()));
  if (operation === 'login' && 'reply' in delivery) deps.log.countLogin(delivery.reply.status === 200);
  return delivery;
}

/** A client that went away is nobody's mistake; anything else is ours, and is printed and answered as such. */
async function deliveryOr500(response: ServerResponse, run: () => Promise<Delivery>): Promise<Delivery> {
  try {
    return await run();
  } catch (error) {
    if (response.destroyed) return { kind: 'hang' };
    console.error(error);
    return {
      kind: 'whole',
      reply: errorReply(500, { code: 'INTERNAL', message: 'A mistake in the reference service' }),
    };
  }
}

/** Ends early when the client goes away. */
function wait(ms: number, response: ServerResponse): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
