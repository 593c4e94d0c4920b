import { expect, onTestFinished } from 'vitest';
import {
  type StartOptions,
  startBackupService,
} from '../../../sandbox/backup-service/start-backup-service.ts';

/** Half past eight in the evening of 31 December, UTC: an hour later it is another year at UTC+03:00. */
export const EVENING_MS = Date.UTC(2026, 11, 31, 20, 30, 15, 250);

/** A service for one test, closed after it, and short ways to ask it. `clock` starts at EVENING_MS. */
export async function serve(options: StartOptions = {}) {
  const clock = { nowMs: EVENING_MS };
  const service = await startBackupService({ now: () => clock.nowMs, ...options });
  onTestFinished(() => service.close());
  const { username, password } = service;

  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    fetch(`${service.url}/login`, { method: 'POST', headers, body });
  const login = () => post(JSON.stringify({ username, password }));
  const get = (path: string, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${service.url}${path}`, { headers, ...(signal ? { signal } : {}) });
  return {
    service,
    clock,
    post,
    login,
    get,
    /** A token from a login that must succeed. */
    async newToken(): Promise<string> {
      const { token } = (await (await login()).json()) as { token: string };
      return token;
    },
    generalInfo: (id: string, token: string, signal?: AbortSignal) =>
      get(`/v1/general-info?${new URLSearchParams({ id })}`, { authorization: `Bearer ${token}` }, signal),
  };
}

/** Status and body, for one `toEqual`. */
export async function read(
  response: Response | Promise<Response>,
): Promise<{ status: number; body: unknown }> {
  const arrived = await response;
  return { status: arrived.status, body: await arrived.json() };
}

/** What an error of the interface looks like. */
export const refusal = (status: number, code: string, message: unknown = expect.any(String)) => ({
  status,
  body: { error: { code, message } },
});
