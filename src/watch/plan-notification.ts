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
  Notification,
  PostAbout,
  Posted,
  ThreadLine,
  WatchedIncident,
} from './posted.ts';
import { inDaytime } from './schedule.ts';

/** One call to Slack for a channel. */
export interface Call extends Effects {
  readonly kind: 'post' | 'edit' | 'reply';
  readonly notification: Notification;
  /** The message to edit or reply to. Absent: this is a post. */
  readonly at?: MessageRef;
  /** For a reply: the content of that message. */
  readonly root?: Notification;
  /** For a post that is repeated until Slack has confirmed it: its subject, which is stored until then. */
  readonly pending?: PostAbout;
  /** What is in the channel after the call, given the message that it posted, edited or replied to. */
  readonly done: (at: MessageRef, nowMs: number) => Posted;
}

/** The next call for a channel, or the time until which to wait. `untilMs` absent: until something happens. */
export type Plan =
  | Call
  | ({ readonly kind: 'wait'; readonly untilMs?: number; readonly posted?: Posted } & Effects);

/** What else to save. */
interface Effects {
  /** Saved with the plan: the kinds of news that are reported from now on. */
  readonly notifies?: readonly NewsKind[];
  /** Saved with the plan: recoveries need no further message. */
  readonly forgetsRecovered?: boolean;
  /** Saved with the plan: incidents that were not reported, because Slack refused their post until they were quiet or over. */
  readonly givesUp?: readonly string[];
  /** Saved once Slack has confirmed the call: the notice that needs no further message. */
  readonly noticeId?: string;
}

/** A critical account that nobody is on notifies again this long after the last message, twice. */
export const AGAIN_AFTER_MS = [30 * MINUTE_MS, 2 * HOUR_MS] as const;
/** Changes within this time are one message. */
export const GROUP_WAIT_MS = MINUTE_MS;
/** An account is reported as unknown only after this time: it is not an emergency. */
export const UNKNOWN_SHOWN_AFTER_MS = DAY_MS;
/** The minimum time between two alerts. */
const ALERTS_APART_MS = 5 * MINUTE_MS;
/** A shorter outage, such as a restart of the service, is not reported. */
const OUTAGE_AFTER_MS = 15 * MINUTE_MS;
/** How long summaries and repeated alerts wait after a downtime, so that accounts are read again first. */
export const READ_AGAIN_WITHIN_MS = 2 * MINUTE_MS;
const DAY_ENDS_MS = 20 * HOUR_MS;
/** The time of day, in the conversation's zone, after which news waits for 08:00. Nobody renews a package at night. */
const RINGS_UNTIL_MS: Readonly<Partial<Record<NewsKind, number>>> = {
  waits: DAY_MS,
  attention: DAY_ENDS_MS,
};
/** A phone has no room for more. */
const MAX_ROWS = 10;

/**
 * Compares the present state with what has been posted in a channel, and plans at most one call to Slack, the most urgent
 * one. Newly critical accounts get a new message; everything else edits the living alert and adds a line to its thread.
 * A call without an answer is planned again, so alerts come before whatever could hold them back that way.
 */
export function planNotification(state: ChannelState, nowMs: number): Plan {
  return (
    finishPending(state, nowMs) ??
    // During an outage there is no news about accounts: their levels are unknown. The alert keeps the last known ones.
    (isGoingOn(state.outage) ? undefined : planNews(state, nowMs)) ??
    planOutage(state, nowMs) ??
    planDowntime(state) ??
    planNotice(state, nowMs) ??
    supersede(state, nowMs) ??
    updateAlert(state, nowMs) ??
    planSummary(state, nowMs) ?? { kind: 'wait', untilMs: nextDueAtMs(state, nowMs) }
  );
}

/** A new message. */
function post(notification: Notification, { posted }: ChannelState, more: Partial<Call> = {}): Call {
  const { pending: _pending, ...others } = posted;
  const done: Call['done'] = (at, postedAtMs) => withPost(others, notification, at, postedAtMs);
  return { kind: 'post', notification, done, ...more };
}

/** A new message that is repeated until Slack confirms it, each time with its present content. */
function postUntilConfirmed(
  pending: PostAbout,
  state: ChannelState,
  nowMs: number,
  notifies?: readonly NewsKind[],
): Call {
  const notification: Notification =
    pending.kind === 'alert'
      ? contentOf(
          { ...pending, rows: [], fineToldCount: 0, counts: state.open.counts, fineCount: 0 },
          state,
          nowMs,
        )
      : { kind: 'outage', ...outageOf(pending.sinceMs, state, nowMs) };
  return post(notification, state, { pending, notifies });
}

/** Edits a message, or adds a line to its thread if Slack refuses to edit it. */
const edit = (
  at: MessageRef & { readonly isFixed?: true },
  notification: Notification,
  after: Posted,
): Call => ({ ...reply(at, notification, notification, after), kind: at.isFixed ? 'reply' : 'edit' });

/** A line in the thread of the message whose content is `root`. */
const reply = (
  at: MessageRef,
  root: Notification,
  notification: Notification,
  after: Posted,
  noticeId?: string,
): Call => ({ kind: 'reply', notification, root, at, done: () => after, noticeId });

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
        alert: { ...at, ...content, postedAtMs, fineToldCount: 0, line: alert?.line },
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

/** An outage that is no longer stored is over. */
const outageOf = (sinceMs: number, { outage }: ChannelState, nowMs: number): SourceOutage =>
  outage?.sinceMs === sinceMs ? outage : { sinceMs, overAtMs: nowMs };

/** Repeats a post until Slack confirms it, unless it is certain that Slack does not have it and it is no longer true. */
function finishPending(state: ChannelState, nowMs: number): Plan | undefined {
  const { pending, failures: _failures, ...posted } = state.posted;
  // Earlier builds of 2.0.0 stored other kinds, too, which are planned again.
  if (pending?.about.kind !== 'alert' && pending?.about.kind !== 'outage') return undefined;
  const { about, mayExist } = pending;
  const isTrue =
    about.kind === 'alert'
      ? openCount(state.open.counts) > 0
      : isGoingOn(outageOf(about.sinceMs, state, nowMs));
  if (mayExist || isTrue) return postUntilConfirmed(about, state, nowMs);
  const givesUp = about.kind === 'alert' && !about.isRepost ? about.newIds : undefined;
  return { kind: 'wait', untilMs: nowMs, posted, givesUp };
}

function planDowntime(state: ChannelState): Plan | undefined {
  const { downtime, posted } = state;
  if (downtime === undefined || posted.downtimeFromMs === downtime.fromMs) return undefined;
  return post({ kind: 'downtime', ...downtime }, state);
}

function planNotice(state: ChannelState, nowMs: number): Plan | undefined {
  const { notice: next, posted } = state;
  if (next === undefined) return undefined;
  const { id: noticeId, notice } = next;
  const { alert } = posted;
  const isLine = ['hands', 'quiet', 'remind'].includes(notice.kind);
  // After a hand-over the new owner gets a direct message, where no alert may show the account.
  const isShown = (accountId: string) =>
    alert?.rows.some((row) => row.accountId === accountId && row.resolvedAtMs === undefined);
  const isDirect = notice.kind === 'hands' && notice.byId !== undefined && !notice.accountIds.some(isShown);
  if (!isLine || isDirect) return post(notice, state, { noticeId });
  // During an outage nobody knows whether the account is still not fine.
  if (alert === undefined || (notice.kind === 'remind' && isGoingOn(state.outage)))
    return { kind: 'wait', untilMs: nowMs, posted, noticeId };
  return reply(alert, contentOf(alert, state, nowMs), notice, posted, noticeId);
}

function planOutage(state: ChannelState, nowMs: number): Plan | undefined {
  const { outage, posted } = state;
  if (outage === undefined) return undefined;
  const { sinceMs, overAtMs } = outage;
  const known = posted.outage?.sinceMs === sinceMs ? posted.outage : undefined;
  if (overAtMs === undefined) {
    if (known !== undefined || nowMs < sinceMs + OUTAGE_AFTER_MS) return undefined;
    return postUntilConfirmed({ kind: 'outage', sinceMs }, state, nowMs);
  }
  if (known === undefined || known.overAtMs !== undefined) return undefined;
  const over = { kind: 'outage', sinceMs, overAtMs } as const;
  return reply(known, over, over, { ...posted, outage: { ...known, overAtMs } });
}

/** Newly critical accounts always get a new message; others only if there is no living alert that they can join. */
function planNews(state: ChannelState, nowMs: number): Plan | undefined {
  const due = ripeNews(state, nowMs);
  if (!due.some((kind) => isMessage(kind, state.posted))) return undefined;
  // An account that has just become critical is included, so that it needs no message of its own.
  const notifies = [...new Set<NewsKind>([...due, 'urgent'])];
  const newIds = idsOf(state.newest.filter((one) => notifies.includes(kindOf(one))));
  return postUntilConfirmed({ kind: 'alert', newIds, again: state.again }, state, nowMs, notifies);
}

/** Whether news of this kind needs a new message. Other news joins the living alert. */
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
  state.news.filter((one) => readyAt(one, state, nowMs) <= nowMs).map(({ kind }) => kind);

/** When news may be posted: at its time of day, even after a mute, and a new message not right after the last one. */
const readyAt = ({ kind, readyAtMs }: ChannelState['news'][number], state: ChannelState, nowMs: number) => {
  const { zone, posted, outage, downtime } = state;
  // What has waited may be fine by now, so accounts are read first.
  const seenMs =
    kind === 'urgent' ? 0 : Math.max(outage?.overAtMs ?? 0, downtime?.toMs ?? 0) + READ_AGAIN_WITHIN_MS;
  const apartMs = isMessage(kind, posted) ? (posted.alert?.postedAtMs ?? 0) + ALERTS_APART_MS : 0;
  const atMs = Math.max(readyAtMs, apartMs, seenMs);
  const endsMs = RINGS_UNTIL_MS[kind];
  return endsMs === undefined ? atMs : inDaytime(Math.max(atMs, nowMs), zone, endsMs);
};

/** Turns an alert that a newer one has replaced into a line with a link to that one. */
function supersede({ posted }: ChannelState, nowMs: number): Plan | undefined {
  const [old, ...superseded] = posted.superseded ?? [];
  if (old === undefined) return undefined;
  const after = { ...posted, superseded };
  if (posted.alert === undefined) return { kind: 'wait', untilMs: nowMs, posted: after };
  const notification = { kind: 'superseded', by: posted.alert, ...old } as const;
  return edit(old, notification, after);
}

/** Updates the living alert and its thread. */
function updateAlert(state: ChannelState, nowMs: number): Plan | undefined {
  const { posted, recovered } = state;
  const { alert } = posted;
  const isRipe = recovered.sinceMs !== undefined && nowMs >= recovered.sinceMs + GROUP_WAIT_MS;
  // The alert was deleted, so there is no thread.
  if (alert === undefined)
    return isRipe ? { kind: 'wait', untilMs: nowMs, forgetsRecovered: true } : undefined;
  const notification = contentOf(alert, state, nowMs);
  if (isShownOpen(alert) && shownIn(notification) !== shownIn(alert)) {
    const { kind: _kind, incidents: _incidents, ...content } = notification;
    return edit(alert, notification, { ...posted, alert: { ...alert, ...content } });
  }
  const { line, ...withoutLine } = alert;
  if (line !== undefined) {
    const { ids, ...about } = line;
    const incidents = incidentsOf(ids, state);
    const after = { ...posted, alert: withoutLine };
    // They are no longer watched here.
    if (incidents.length === 0) return { kind: 'wait', untilMs: nowMs, posted: after };
    return reply(alert, notification, { ...about, incidents }, after);
  }
  const next = (line: ThreadLine, effects: Effects): Plan => {
    const fineToldCount = alert.fineToldCount + (line.kind === 'recovered' ? line.count : 0);
    const after = { ...posted, alert: { ...alert, line, fineToldCount } };
    return { kind: 'wait', untilMs: nowMs, posted: after, ...effects };
  };
  const joined: NewsKind[] = isAlive(alert) ? ripeNews(state, nowMs).filter((kind) => !isCritical(kind)) : [];
  if (joined.length > 0 && !isGoingOn(state.outage)) {
    const ids = idsOf(state.newest.filter((incident) => joined.includes(kindOf(incident))));
    const count = state.news.reduce((sum, one) => sum + (joined.includes(one.kind) ? one.count : 0), 0);
    return next({ kind: 'also', ids, count }, { notifies: joined });
  }
  // Recoveries within a minute are one line.
  if (!isRipe) return undefined;
  const { count, incidents } = recovered;
  return next({ kind: 'recovered', ids: idsOf(incidents), count }, { forgetsRecovered: true });
}

const idsOf = (incidents: readonly WatchedIncident[]) => incidents.map(({ id }) => id);

/** The incidents with these ids that are still known in the channel. */
function incidentsOf(ids: readonly string[], { named, newest, open }: ChannelState) {
  const known = new Map([...named, ...newest, ...open.worst].map((incident) => [incident.id, incident]));
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}

/** The present content of an alert: new incidents, open ones, worst first, then listed ones that are quiet or fine again. */
function contentOf(
  alert: AlertContent & Pick<LivingAlert, 'fineToldCount'>,
  state: ChannelState,
  nowMs: number,
): Extract<Notification, { readonly kind: 'alert' }> {
  const { newIds, again, rows, fineToldCount } = alert;
  const { recovered } = state;
  // Once everything in it is fine, it is not edited again: the next bad account gets a new message.
  const isOver = !isShownOpen(alert);
  const open = isOver ? { counts: alert.counts, worst: [] } : state.open;
  const shownIds = [...newIds, ...rows.map(({ incidentId }) => incidentId)];
  // An account that is not fine is never shown as fine, even if no watch here asks for its present level.
  const relapses = new Map(
    state.named.filter((one) => one.resolvedAtMs === undefined).map((one) => [one.accountId, one]),
  );
  const given = incidentsOf(shownIds, state).map((one) =>
    isOver ? one : (relapses.get(one.accountId) ?? one),
  );
  const fine = given.filter(({ resolvedAtMs }) => resolvedAtMs !== undefined);
  const stillOpen = given.filter(({ resolvedAtMs }) => resolvedAtMs === undefined);
  // One that is no longer among those has a level that no watch here asks for, or is quiet: it comes after them.
  const isOpen = ({ id }: WatchedIncident) =>
    open.worst.length === MAX_ROWS || idsOf(open.worst).includes(id);
  const fresh = stillOpen.filter((one) => newIds.includes(one.id) && !isQuiet(one) && isOpen(one));
  const shown = [...fresh, ...open.worst, ...stillOpen, ...fine];
  const incidents = [...new Map(shown.map((one) => [one.id, one])).values()].slice(0, MAX_ROWS);
  return {
    kind: 'alert',
    incidents,
    newIds,
    again,
    rows: incidents.map((incident) => rowOf(incident, nowMs)),
    counts: open.counts,
    fineCount:
      incidents.length < MAX_ROWS ? fine.length : Math.max(fine.length, fineToldCount + recovered.count),
  };
}

const rowOf = (incident: WatchedIncident, nowMs: number): AlertRow => ({
  incidentId: incident.id,
  accountId: incident.accountId,
  level: incident.level,
  ownerId: incident.resolvedAtMs === undefined ? ownerAt(incident, nowMs)?.userId : undefined,
  resolvedAtMs: incident.resolvedAtMs,
  quietUntilMs: incident.quietUntilMs,
});

const isQuiet = ({ quietUntilMs }: Pick<AlertRow, 'quietUntilMs'>) => quietUntilMs !== undefined;

/** What people see of an alert, in a form that can be compared. */
const shownIn = ({ rows, counts, fineCount }: AlertContent) => JSON.stringify([rows, counts, fineCount]);

export const openCount = ({ critical, attention, unknown }: BadCounts) => critical + attention + unknown;

/** Whether an alert shows open incidents. A negative `fineCount` says that its content in Slack is not known. */
export const isAlive = ({ counts, fineCount }: AlertContent) => openCount(counts) > 0 || fineCount < 0;

/** Whether an alert shows incidents that are not over, even if they are quiet or no watch here asks for their level. */
const isShownOpen = (alert: AlertContent) =>
  isAlive(alert) || alert.rows.some(({ resolvedAtMs }) => resolvedAtMs === undefined);

/** Comes after all news. A summary that was due during a downtime waits until the accounts have been read again. */
function planSummary(state: ChannelState, nowMs: number): Plan | undefined {
  const { summary } = state;
  if (summary === undefined || nowMs < summaryFrom(summary, state)) return undefined;
  return post({ kind: 'summary', ...summary }, state);
}

const summaryFrom = ({ dueAtMs }: { readonly dueAtMs: number }, { downtime }: ChannelState): number =>
  downtime === undefined || dueAtMs > downtime.toMs
    ? dueAtMs
    : Math.max(dueAtMs, downtime.toMs + READ_AGAIN_WITHIN_MS);

/** The next time at which something becomes due. Undefined: nothing is scheduled. */
function nextDueAtMs(state: ChannelState, nowMs: number): number | undefined {
  const { outage, summary, posted, recovered, open, noticeAtMs, quietEndsAtMs } = state;
  const times = [
    isGoingOn(outage)
      ? outage.sinceMs + OUTAGE_AFTER_MS
      : state.news.map((one) => readyAt(one, state, nowMs)),
    recovered.sinceMs === undefined ? [] : recovered.sinceMs + GROUP_WAIT_MS,
    posted.alert ? open.worst.flatMap(({ owner }) => owner?.untilMs ?? []) : [],
    summary ? summaryFrom(summary, state) : [],
    noticeAtMs ?? [],
    quietEndsAtMs ?? [],
  ].flat();
  const untilMs = Math.min(...times.filter((atMs) => atMs > nowMs));
  return untilMs === Number.POSITIVE_INFINITY ? undefined : untilMs;
}
