import type { WatchedIncident } from './posted.ts';

/** Services that can be called in addition to Slack. Operators configure them; each watch selects some of these. */
export const TARGETS = ['pagerduty', 'ntfy', 'webhook'] as const;
export type Target = (typeof TARGETS)[number];
/** The names that people see. */
export const TARGET_NAMES: Readonly<Record<Target, string>> = {
  pagerduty: 'PagerDuty',
  ntfy: 'ntfy',
  webhook: 'Webhook',
};

/** A call to a target about an incident: it began, somebody acknowledged it, or it is over. Each is delivered once. */
export interface Delivery {
  readonly action: 'trigger' | 'acknowledge' | 'resolve';
  readonly incidentId: string;
  readonly accountId: string;
  /** The same for every attempt, so that a target can recognize repeats. */
  readonly key: string;
  /** Absent: the incident is no longer stored. */
  readonly incident?: WatchedIncident;
  /** IANA time zone of the watch. */
  readonly zone: string;
}

/** How a target answered. */
export interface TargetAnswer {
  readonly kind:
    | 'sent'
    /** The target did nothing: it was not reached, or asks to wait. */
    | 'held'
    /** The target refuses every call until somebody corrects a setting. */
    | 'stopped'
    /** No answer, or an ambiguous one: the target may have carried out the call. */
    | 'unconfirmed';
  /** The cause in a word, for the log. */
  readonly reason?: string;
}
