import type { WatchedIncident } from './posted.ts';

/** What may be called beside Slack. Operators set them, and each watch chooses among those that are set. */
export const TARGETS = ['pagerduty', 'ntfy', 'webhook'] as const;
export type Target = (typeof TARGETS)[number];
/** What people call them. */
export const TARGET_NAMES: Readonly<Record<Target, string>> = {
  pagerduty: 'PagerDuty',
  ntfy: 'ntfy',
  webhook: 'Webhook',
};

/** What a target is called with about an incident, once each: that it began, that somebody is on it, that it is over. */
export interface Delivery {
  readonly action: 'trigger' | 'acknowledge' | 'resolve';
  readonly incidentId: string;
  readonly accountId: string;
  /** The same for each attempt. */
  readonly key: string;
  /** Absent: nothing more is known of it. */
  readonly incident?: WatchedIncident;
  /** IANA name, of the watch. */
  readonly zone: string;
}

/** How a target has answered. */
export interface TargetAnswer {
  readonly kind:
    | 'sent'
    /** It was not reached, or asks to wait: nothing was done. */
    | 'held'
    /** It refuses all that it gets, until somebody corrects a setting. */
    | 'stopped'
    /** No answer, or an unclear one: the call may have been carried out. */
    | 'unconfirmed';
  /** A word for operators. */
  readonly reason?: string;
}
