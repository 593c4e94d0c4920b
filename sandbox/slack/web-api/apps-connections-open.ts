import type { ApiMethod } from './api-method.ts';

/** A Socket Mode address, for the app-level token only. */
export const appsConnectionsOpen: ApiMethod = {
  token: 'app',
  run: (_args, { issueSocketUrl }) => ({ ok: true, url: issueSocketUrl() }),
};
