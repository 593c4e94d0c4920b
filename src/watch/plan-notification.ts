import { DAY_MS, HOUR_MS, MINUTE_MS } from '../account/time.ts';
import { ownerAt } from './incident.ts';
import { isGoingOn, type SourceOutage } from './outage.ts';
import type {
  AlertContent,
  AlertRow,
  BadCounts,
  ChannelState,
  LivingAlert,
  MessageRef,
  NewsKind,
  Notice,
  PostAbout,
  Posted,
  Superseded,
  WatchedIncident,
} from './posted.ts';
import { inDaytime, isTooLate } from './schedule.ts';

/** What a message or a line in its thread says. */
export type Notification =
  | ({
      readonly kind: 'alert';
      readonly incidents: readonly WatchedIncident[];
      /** Who of those in `again` is in Do Not Disturb when it is sent. Absent: nobody knows. */
      readonly inDnd?: readonly string[];
    } & AlertContent)
  | ({ readonly kind: 'superseded'; readonly by: MessageRef } & Superseded)
  /** Lines in the thread: what is new in the alert, and what is fine again. */
  | {
      readonly kind: 'also' | 'recovered';
      readonly incidents: readonly WatchedIncident[];
      readonly count: number;
    }
  | ({ readonly kind: 'outage' } & SourceOutage)
  | { readonly kind: 'outage-over'; readonly lastedMs: number }
  | Extract<PostAbout, { readonly kind: 'downtime' | 'summary' }>
  | Notice;

/** One call to Slack for a channel. */
export interface Call extends Effects {
  readonly kind: 'post' | 'edit' | 'reply';
  readonly notification: Notification;
  /** The message that is edited or replied to. Absent: it is a post. */
  readonly at?: MessageRef;
  /** For a reply: what that message says. */
  readonly root?: Notification;
  /** For a post: what is kept until Slack has it. The key is the same for each attempt. */
  readonly pending?: Pick<NonNullable<Posted['pending']>, 'key' | 'about'>;
  /** What is in the channel once Slack has done it, with the message it is about. */
  readonly done: (at: MessageRef, nowMs: number) => Posted;
}

/** The next call for a channel, or until when to wait. `untilMs` absent: until something happens. */
export type Plan =
  | Call
  | ({ readonly kind: 'wait'; readonly untilMs?: number; readonly posted?: Posted } & Effects);

/** What else is saved: `notifies` of a post before the call, everything else after it. */
export interface Effects {
  /** The kinds of news that this call is about. */
  readonly notifies?: readonly NewsKind[];
  /** The recoveries have been posted. */
  readonly forgetsRecovered?: boolean;
  /** The notice that has been posted. */
  readonly noticeId?: string;
  /** When the summary was due that has been posted. */
  readonly summaryDueAtMs?: number;
}

/** How long after the last message a critical account that nobody is on notifies again, twice. */
export const AGAIN_AFTER_MS = [30 * MINUTE_MS, 2 * HOUR_MS] as const;
/** Many changes at once are one message. */
export const GROUP_WAIT_MS = MINUTE_MS;
/** An unknown level is not an emergency. */
export const UNKNOWN_AFTER_MS = DAY_MS;
/** Nobody gets one notification right after the other. */
const ALERTS_APART_MS = 5 * MINUTE_MS;
/** A restart of the service is not news. */
const OUTAGE_AFTER_MS = 15 * MINUTE_MS;
/** After a downtime. */
const READ_AGAIN_WITHIN_MS = 2 * MINUTE_MS;
const DAY_ENDS_MS = 20 * HOUR_MS;
/** Until which time of day in the zone of the conversation each kind of news may notify. Nobody renews a package at night. */
const RINGS_UNTIL_MS: Readonly<Partial<Record<NewsKind, number>>> = {
  waits: DAY_MS,
  attention: DAY_ENDS_MS,
};
/** A phone's screen has no room for more. */
const MAX_ROWS = 10;

/**
 * Compares the present state with what is in a channel, and plans at most one call to Slack, the most urgent one. What is
 * newly critical is always a new message; everything else is an edit of the living alert, with a line in its thread.
 */
export function planNotification(state: ChannelState, nowMs: number): Plan {
  return (
    finishPending(state, nowMs) ??
    planDowntime(state, nowMs) ??
    planNotice(state, nowMs) ??
    planOutage(state, nowMs) ??
    // During an outage no account is news: its level is unknown. The alert keeps what was last known.
    (isGoingOn(state.outage) ? undefined : planNews(state, nowMs)) ??
    supersede(state, nowMs) ??
    updateAlert(state, nowMs) ??
    planSummary(state, nowMs) ?? { kind: 'wait', untilMs: nextDueAtMs(state, nowMs) }
  );
}

function post(
  about: PostAbout,
  state: ChannelState,
  nowMs: number,
  notifies: readonly NewsKind[] = [],
): Call {
  const notification = notificationOf(about, state, nowMs);
  const { pending, ...posted } = state.posted;
  return {
    kind: 'post',
    notification,
    pending: { key: pending?.key ?? `${about.kind}@${nowMs}`, about },
    done: (at, postedAtMs) => withPost(posted, notification, at, postedAtMs),
    notifies,
    noticeId: about.kind === 'notice' ? about.id : undefined,
    summaryDueAtMs: about.kind === 'summary' ? about.dueAtMs : undefined,
  };
}

/** Edits a message. One that Slack refuses to edit gets a line in its thread. */
const edit = (
  at: MessageRef & { readonly isFixed?: true },
  notification: Notification,
  after: Posted,
): Call => ({
  kind: at.isFixed ? 'reply' : 'edit',
  notification,
  root: notification,
  at,
  done: () => after,
});

/** A line in the thread of a message that says `root`. */
const reply = (
  at: MessageRef,
  root: Notification,
  notification: Notification,
  after: Posted,
  effects: Effects = {},
): Call => ({ kind: 'reply', notification, root, at, done: () => after, ...effects });

const MAX_SUPERSEDED = 5;

function withPost(posted: Posted, notification: Notification, at: MessageRef, postedAtMs: number): Posted {
  switch (notification.kind) {
    case 'alert': {
      const { kind: _kind, incidents: _incidents, ...content } = notification;
      const { alert, superseded = [] } = posted;
      const older = alert && isShownOpen(alert) ? [...superseded, alert] : superseded;
      return {
        ...posted,
        superseded: older.slice(-MAX_SUPERSEDED),
        alert: { ...at, ...content, postedAtMs, fineToldCount: 0 },
      };
    }
    case 'outage':
      return { ...posted, outage: { ...at, sinceMs: notification.sinceMs, overAtMs: notification.overAtMs } };
    case 'downtime':
      return { ...posted, downtimeFromMs: notification.fromMs };
    default:
      return posted;
  }
}

/** What a post says now. */
function notificationOf(about: PostAbout, state: ChannelState, nowMs: number): Notification {
  switch (about.kind) {
    case 'alert':
      return contentOf({ ...about, rows: [], fineToldCount: 0 }, state, nowMs);
    case 'outage':
      return { kind: 'outage', ...outageOf(about.sinceMs, state, nowMs) };
    case 'notice':
      return about.notice;
    case 'downtime':
    case 'summary':
      return about;
    default:
      throw new Error(`unknown post: ${JSON.stringify(about satisfies never)}`);
  }
}

/** An outage that is no longer stored is over. */
const outageOf = (sinceMs: number, { outage }: ChannelState, nowMs: number): SourceOutage =>
  outage?.sinceMs === sinceMs ? outage : { sinceMs, overAtMs: nowMs };

/** A post is repeated until Slack has it, unless Slack does not have it and nothing in it is true any more. */
function finishPending(state: ChannelState, nowMs: number): Plan | undefined {
  const { pending, failures: _failures, ...posted } = state.posted;
  if (pending === undefined) return undefined;
  const { about, mayExist } = pending;
  const isPast =
    (about.kind === 'summary' && isTooLate(about.dueAtMs, nowMs)) ||
    (!mayExist && about.kind === 'alert' && openCount(state.open.counts) === 0) ||
    (!mayExist && about.kind === 'outage' && !isGoingOn(outageOf(about.sinceMs, state, nowMs)));
  if (!isPast) return post(about, state, nowMs);
  return { kind: 'wait', untilMs: nowMs, posted, forgetsRecovered: about.kind === 'alert' };
}

function planDowntime(state: ChannelState, nowMs: number): Plan | undefined {
  const { downtime, posted } = state;
  if (downtime === undefined || posted.downtimeFromMs === downtime.fromMs) return undefined;
  return post({ kind: 'downtime', ...downtime }, state, nowMs);
}

function planNotice(state: ChannelState, nowMs: number): Plan | undefined {
  const { notice: next, posted } = state;
  if (next === undefined) return undefined;
  const { id: noticeId, notice } = next;
  const { alert } = posted;
  // A person who is handed an account is notified in any case.
  if (!isOfThread(notice) || (alert === undefined && notice.kind === 'hands' && notice.byId !== undefined))
    return post({ kind: 'notice', ...next }, state, nowMs);
  if (alert === undefined) return { kind: 'wait', untilMs: nowMs, posted, noticeId };
  return reply(alert, contentOf(alert, state, nowMs), notice, posted, { noticeId });
}

/** Whether a notice is a line in the thread of the alert. */
const isOfThread = ({ kind }: Notice) => kind === 'hands' || kind === 'quiet' || kind === 'remind';

function planOutage(state: ChannelState, nowMs: number): Plan | undefined {
  const { outage, posted } = state;
  if (outage === undefined) return undefined;
  const { sinceMs, overAtMs } = outage;
  const known = posted.outage?.sinceMs === sinceMs ? posted.outage : undefined;
  if (overAtMs === undefined) {
    if (known !== undefined || nowMs < sinceMs + OUTAGE_AFTER_MS) return undefined;
    return post({ kind: 'outage', sinceMs }, state, nowMs);
  }
  if (known === undefined || known.overAtMs !== undefined) return undefined;
  const over = { kind: 'outage-over', lastedMs: overAtMs - sinceMs } as const;
  const after = { ...posted, outage: { ...known, overAtMs } };
  return reply(known, { kind: 'outage', sinceMs, overAtMs }, over, after);
}

/** Newly critical accounts are always a new message; others only where they cannot join a living alert. */
function planNews(state: ChannelState, nowMs: number): Plan | undefined {
  const due = ripeNews(state, nowMs);
  if (!due.some((kind) => isMessage(kind, state.posted))) return undefined;
  // An account that became critical just now does not wait for a message of its own.
  const notifies = [...new Set<NewsKind>([...due, 'urgent'])];
  const newIds = state.newest.filter((one) => notifies.includes(kindOf(one))).map(({ id }) => id);
  return post({ kind: 'alert', newIds, again: state.again }, state, nowMs, notifies);
}

/** Whether such news begins a message; other news joins the living alert. */
const isMessage = (kind: NewsKind, { alert }: Posted) =>
  isCritical(kind) || alert === undefined || !isAlive(alert);

const isCritical = (kind: NewsKind) => kind === 'urgent' || kind === 'waits';

/** Which kind of news an incident is. */
export const kindOf = ({ level, canWait }: Pick<WatchedIncident, 'level' | 'canWait'>): NewsKind => {
  if (level === 'critical') return canWait ? 'waits' : 'urgent';
  return level;
};

/** Kinds of news that may be posted now. */
const ripeNews = (state: ChannelState, nowMs: number): NewsKind[] =>
  state.news.filter((one) => readyAt(one, state) <= nowMs).map(({ kind }) => kind);

/** By day, and a new message not right after the last one. */
const readyAt = ({ kind, readyAtMs }: ChannelState['news'][number], { zone, posted }: ChannelState) => {
  const endsMs = RINGS_UNTIL_MS[kind];
  const atMs = endsMs === undefined ? readyAtMs : inDaytime(readyAtMs, zone, endsMs);
  if (posted.alert === undefined || !isMessage(kind, posted)) return atMs;
  return Math.max(atMs, posted.alert.postedAtMs + ALERTS_APART_MS);
};

/** An alert that continues in a newer one becomes a line that links to it. */
function supersede({ posted }: ChannelState, nowMs: number): Plan | undefined {
  const [old, ...superseded] = posted.superseded ?? [];
  if (old === undefined) return undefined;
  const after = { ...posted, superseded };
  if (posted.alert === undefined) return { kind: 'wait', untilMs: nowMs, posted: after };
  const notification = { kind: 'superseded', by: posted.alert, ...old } as const;
  return edit(old, notification, after);
}

/** Updates the living alert, and its thread. */
function updateAlert(state: ChannelState, nowMs: number): Plan | undefined {
  const { posted, recovered } = state;
  const { alert } = posted;
  const isRipe = recovered.sinceMs !== undefined && nowMs >= recovered.sinceMs + GROUP_WAIT_MS;
  // Somebody has deleted it: there is no thread.
  if (alert === undefined)
    return isRipe ? { kind: 'wait', untilMs: nowMs, forgetsRecovered: true } : undefined;
  const notification = contentOf(alert, state, nowMs);
  // Once all of it was fine, the next bad account gets a new message.
  if (isShownOpen(alert) && shownIn(notification) !== shownIn(alert)) {
    const { kind: _kind, incidents: _incidents, ...content } = notification;
    return edit(alert, notification, { ...posted, alert: { ...alert, ...content } });
  }
  const joined: NewsKind[] =
    isGoingOn(state.outage) || !isAlive(alert)
      ? []
      : ripeNews(state, nowMs).filter((kind) => !isCritical(kind));
  if (joined.length > 0) {
    const incidents = state.newest.filter((incident) => joined.includes(kindOf(incident)));
    const count = state.news.reduce((sum, one) => sum + (joined.includes(one.kind) ? one.count : 0), 0);
    return reply(alert, notification, { kind: 'also', incidents, count }, posted, { notifies: joined });
  }
  // Many recoveries at once are one line.
  if (!isRipe) return undefined;
  const { count, incidents } = recovered;
  const after = { ...posted, alert: { ...alert, fineToldCount: alert.fineToldCount + count } };
  return reply(alert, notification, { kind: 'recovered', incidents, count }, after, {
    forgetsRecovered: true,
  });
}

/**
 * What an alert says now: what is new, then what is open, worst first, then what it has listed and is quiet, or fine again.
 */
function contentOf(
  {
    newIds,
    again,
    rows: before,
    fineToldCount,
  }: Pick<LivingAlert, 'newIds' | 'again' | 'rows' | 'fineToldCount'>,
  { open, newest, named, recovered }: ChannelState,
  nowMs: number,
): Extract<Notification, { readonly kind: 'alert' }> {
  const known = new Map([...named, ...newest, ...open.worst].map((incident) => [incident.id, incident]));
  const namedIds = new Set([...newIds, ...before.map(({ incidentId }) => incidentId)]);
  const given = [...namedIds].flatMap((id) => known.get(id) ?? []);
  const fine = given.filter(({ resolvedAtMs }) => resolvedAtMs !== undefined);
  const stillOpen = given.filter(({ resolvedAtMs }) => resolvedAtMs === undefined);
  const fresh = stillOpen.filter((one) => newIds.includes(one.id) && !isQuiet(one));
  const shown = [...fresh, ...open.worst, ...stillOpen.filter(isQuiet), ...fine];
  const incidents = [...new Map(shown.map((one) => [one.id, one])).values()].slice(0, MAX_ROWS);
  return {
    kind: 'alert',
    incidents,
    newIds,
    again,
    rows: incidents.map((incident) => rowOf(incident, nowMs)),
    counts: open.counts,
    fineCount: Math.max(fine.length, fineToldCount + recovered.count),
  };
}

const rowOf = (incident: WatchedIncident, nowMs: number): AlertRow => ({
  incidentId: incident.id,
  accountId: incident.accountId,
  level: incident.level,
  ownerId: ownerAt(incident, nowMs),
  resolvedAtMs: incident.resolvedAtMs,
  quietUntilMs: incident.quietUntilMs,
});

const isQuiet = ({ quietUntilMs }: Pick<AlertRow, 'quietUntilMs'>) => quietUntilMs !== undefined;

/** Everything that a message shows of it. */
const shownIn = ({ rows, counts, fineCount }: AlertContent) => JSON.stringify([rows, counts, fineCount]);

export const openCount = ({ critical, attention, unknown }: BadCounts) => critical + attention + unknown;

/** Whether an alert shows anything as open, or it is not known what it shows. */
export const isAlive = ({ counts, fineCount }: AlertContent) => openCount(counts) > 0 || fineCount < 0;

/** The same, or it shows something that is quiet: it will be open again. */
const isShownOpen = (alert: AlertContent) => isAlive(alert) || alert.rows.some(isQuiet);

/** Comes after all news. A summary that is late because of a downtime waits until the accounts are read again. */
function planSummary(state: ChannelState, nowMs: number): Plan | undefined {
  const { summary } = state;
  if (summary === undefined || nowMs < summaryFrom(summary, state)) return undefined;
  return post({ kind: 'summary', ...summary }, state, nowMs);
}

const summaryFrom = ({ dueAtMs }: { readonly dueAtMs: number }, { downtime }: ChannelState): number =>
  downtime === undefined || dueAtMs > downtime.toMs
    ? dueAtMs
    : Math.max(dueAtMs, downtime.toMs + READ_AGAIN_WITHIN_MS);

/** The next time at which something becomes due. */
function nextDueAtMs(state: ChannelState, nowMs: number): number | undefined {
  const { outage, summary, posted, recovered, open, noticeAtMs, quietEndsAtMs } = state;
  const times = [
    ...(isGoingOn(outage)
      ? [outage.sinceMs + OUTAGE_AFTER_MS]
      : state.news.map((one) => readyAt(one, state))),
    ...(recovered.sinceMs === undefined ? [] : [recovered.sinceMs + GROUP_WAIT_MS]),
    ...(posted.alert ? open.worst.flatMap(({ owner }) => owner?.untilMs ?? []) : []),
    ...(summary ? [summaryFrom(summary, state)] : []),
    ...(noticeAtMs === undefined ? [] : [noticeAtMs]),
    ...(quietEndsAtMs === undefined ? [] : [quietEndsAtMs]),
  ].filter((atMs) => atMs > nowMs);
  return times.length === 0 ? undefined : Math.min(...times);
}
