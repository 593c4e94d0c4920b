import { words } from './reader.ts';

// What the tests know an answer by, in the language of this run. Whole texts are stated where they are the point.

/** Of every account that is well. */
export const FINE = words.verdict.headline({ kind: 'fine' });

const failed = words.failure;
export const NOT_FOUND = failed['not-found']('').title;
export const NOT_CHECKED = failed.unavailable.network(undefined).title;

/** Heads the fields in the details of an account. */
export const AS_SENT = words.details.headings.sent;

/** `1001 · Online` */
export const online = (account: string) => `${account} · ${words.status.online}`;

/** `1004 · Offline` */
export const offline = (account: string) => `${account} · ${words.status.offline}`;

/** The whole of what is said when an account without a name was pinned. */
export const isPinned = (account: string) => words.pins.change({ kind: 'pinned' }, account, undefined);
