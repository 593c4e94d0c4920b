import type { AppEvent } from '../../src/operations/events.ts';
import { found } from '../messages/samples.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { type EdgeSetup, startEdge } from '../support/start-edge.ts';

export const FORM = 'application/x-www-form-urlencoded';

/** A command from Ada, as Slack sends it. */
export const command = (text: string, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    ...{ command: '/backup-status', text, user_id: 'U0ADA000001', team_id: 'T0LOCAL0001' },
    ...{ channel_id: 'C0ONCALL001', response_url: 'http://127.0.0.1:1/commands/1', ...more },
  }).toString();

/** A request as Slack sends it, except for these fields. */
export interface Posted {
  /** Default: a command. */
  readonly body?: string;
  /** The text that is signed instead of `body`. */
  readonly signed?: string;
  readonly secret?: string;
  readonly ageS?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly method?: string;
}

/** A bot on signed HTTP, with the accounts that it looked up and the requests that it refused. */
export async function startSigned(setup: Partial<EdgeSetup> = {}) {
  const asked: string[] = [];
  const events: AppEvent[] = [];
  const edge = await startEdge({
    transport: 'http',
    async lookup(id) {
      asked.push(id);
      return found({ id });
    },
    observe: (event) => events.push(event),
    ...setup,
  });
  async function post({ body = command('1001'), method = 'POST', ...posted }: Posted = {}) {
    const { signed = body, secret = edge.slack.signingSecret, ageS = 0, path = '/slack/events' } = posted;
    const type = /^\s*[{[n\d]/.test(body) ? 'application/json' : FORM;
    const headers = { 'content-type': type, ...signedHeaders(signed, { secret, ageS }), ...posted.headers };
    const url = new URL(path, edge.requestUrl);
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  return {
    ...edge,
    post,
    asked,
    port: Number(new URL(edge.requestUrl).port),
    refused: () => events.filter(({ kind }) => kind === 'request-refused').length,
    reasons: () => edge.logLines.flatMap(({ msg, reason }) => (msg === 'refused a request' ? [reason] : [])),
  };
}
