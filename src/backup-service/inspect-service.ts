import type { Logger } from 'pino';
import type { Account, ServiceZone } from '../domain/account.ts';
import { generalInfoRequest } from './create-general-info-reader.ts';
import { createDeadlines } from './http/create-deadlines.ts';
import { createHttpClient, type HttpClient } from './http/create-http-client.ts';
import type { ReportDrift } from './parse/general-info-fields.ts';
import { parseAccount } from './parse/parse-account.ts';
import { type AccessToken, zoneOf } from './token/access-token.ts';
import { logIn } from './token/log-in.ts';

/** What a login shows, beside the token. */
export interface SignIn {
  readonly token: AccessToken;
  readonly zone: ServiceZone;
  /** The service's clock less this machine's; absent when the service sent no Date. Off by the time of the answer. */
  readonly clockAheadMs?: number;
}

export interface InspectedAccount {
  readonly account: Account;
  /** Departures from the interface, a field at a time. */
  readonly drift: readonly { readonly field: string; readonly kind: Parameters<ReportDrift>[1] }[];
}

/** Asks the service directly, for the doctor. Throws `BackupServiceError`s. */
export type ServiceInspection = ReturnType<typeof inspectService>;

const BUDGET_MS = 20_000;

export function inspectService(deps: {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly timeZone?: string;
  readonly now: () => number;
  readonly log: Logger;
}) {
  const { url, username, password, timeZone, now, log } = deps;
  const client = createHttpClient({ url, maxConcurrentRequests: 1, slowAfterMs: 5_000, now, log });
  const deadlines = createDeadlines();
  return {
    /** One login of its own, past every cache and pause. */
    async signIn() {
      let clockAheadMs: number | undefined;
      const http: HttpClient = {
        ...client,
        async send(request) {
          const reply = await client.send(request);
          clockAheadMs = reply.dateMs === undefined ? undefined : reply.dateMs - now();
          return reply;
        },
      };
      const login = { http, username, password, now };
      const token = await deadlines.within(BUDGET_MS, (deadline) => logIn(login, deadline));
      const zone = zoneOf(timeZone, token);
      return { token, zone, clockAheadMs };
    },
    /** One general info, judged field by field. */
    async readAccount(id: string, { token, zone }: SignIn) {
      const { body } = await deadlines.within(BUDGET_MS, ({ signal }) =>
        client.send({ ...generalInfoRequest(id, token.token), signal }),
      );
      const drift: { field: string; kind: Parameters<ReportDrift>[1] }[] = [];
      const reportDrift: ReportDrift = (field, kind) => drift.push({ field, kind });
      return { account: parseAccount({ id, body, zone, reportDrift }), drift };
    },
    close: () => client.close(),
  };
}
