import type { IncomingMessage } from 'node:http';
import type { Operation } from './faults.ts';
import { errorReply, type Reply } from './reply.ts';

const ROUTES: Readonly<Record<string, { readonly operation: Operation; readonly method: string }>> = {
  '/api/login': { operation: 'login', method: 'POST' },
  '/api/v1/general-info': { operation: 'general-info', method: 'GET' },
};

/** An operation of the interface; an absent `accountId` is an id that was not sent. */
export interface WantedOperation {
  readonly path: string;
  readonly operation: Operation;
  readonly accountId?: string;
}

/** Where a request wants to go. Without an operation, `refusal` is the answer. */
export type Target =
  | WantedOperation
  | { readonly path: string; readonly operation?: never; readonly refusal: Reply };

/** Reads method and address only. What it decides is listed in answer-request.ts. */
export function targetOf(request: IncomingMessage): Target {
  const [path = '', ...query] = (request.url ?? '').split('?');
  const route = ROUTES[path];
  if (!route) return { path, refusal: errorReply(404, { code: 'NOT_FOUND', message: 'No such path' }) };
  const { operation, method } = route;
  if (request.method !== method) {
    const error = { code: 'METHOD_NOT_ALLOWED', message: `Use ${method} here` };
    return { path, refusal: errorReply(405, error, { allow: method }) };
  }
  const accountId = operation === 'login' ? null : new URLSearchParams(query.join('?')).get('id');
  return { path, operation, ...(accountId ? { accountId } : {}) };
}
