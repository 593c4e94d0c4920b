import type { GeneralInfoField, ServiceZone } from '../domain/account.ts';
import type { Answer, LookupOutcome, UnavailableReason } from '../domain/outcome.ts';
import type { BackupKind, Reason, RuleName, Threshold, Thresholds } from '../domain/verdict.ts';
import type { Headline } from './headline.ts';

export interface VerdictWords {
  /** Without a full stop: it stands in lists too. */
  headline(headline: Headline): string;
  /** The headline as a sentence of its own. */
  sentence(text: string): string;
  /** `Database 2 h ago, folders 5 h ago.` */
  ages(ages: readonly { readonly backup: BackupKind; readonly ago: string }[]): string;
  reason(reason: Reason): string;
  /** What to look at when backup times lie in the future. */
  readonly clockHint: string;
  moreInDetails(count: number): string;
}

export interface CardWords {
  readonly labels: Readonly<
    Record<'database' | 'folders' | 'quota' | 'backupsToday' | 'folderUsage' | 'package', string>
  >;
  readonly never: string;
  readonly notReported: string;
  readonly clockWrong: string;
  readonly timeNotReported: string;
  /** A time of day that cannot be read. */
  timeAsSent(text: string): string;
  /** What was sent where it cannot be read. */
  asSent(text: string): string;
  /** Text is what to say in place of a number. */
  backupsToday(made: number | string, allowed: number | string): string;
  folderUsage(count: number | string, limit: number | string): string;
  packageEnd(day: string, state: 'running' | 'ends-soon' | 'ended'): string;
  /** `what` was sent in place of a date, or that nothing was. */
  packageEndWithout(what: string): string;
  quota(amount: number, unit: string): string;
  /** Where the figures come from; `asked` is how long ago, absent where that has been said. */
  source(from: {
    readonly asked: string | undefined;
    readonly zone: string;
    readonly assumedFrom: ServiceZone['assumedFrom'];
  }): string;
  client(version: string): string;
  sharedBy(person: string): string;
  /** Follows the reason why there is no newer answer. */
  earlierAnswer(ago: string): string;
}

/** A failure in words: `title` stands beside the id, `what` happened, `next` is what to do. */
export interface FailureText {
  readonly title: string;
  readonly what: string;
  readonly next: string;
}

export type Failure = Exclude<LookupOutcome, { kind: 'found' }>;

export type FailureWords = Readonly<
  Record<Exclude<Failure['kind'], 'unavailable'>, (id: string) => FailureText>
> & {
  readonly unavailable: Readonly<
    Record<UnavailableReason, (retryAfterMs: number | undefined) => FailureText>
  >;
};

/** How many accounts of a list came out how. */
export interface Tally {
  readonly critical: number;
  readonly attention: number;
  readonly unknown: number;
  readonly notChecked: number;
  readonly notFound: number;
  readonly healthy: number;
  /** Of those with a verdict: how many rest on an earlier answer. */
  readonly earlier: number;
}

export interface TriageWords {
  backup(backup: BackupKind, value: string): string;
  summary(total: number, tally: Tally): string;
  /** Without a full stop. */
  noneChecked(total: number): string;
  /** For a backup time that cannot be told. */
  readonly notKnown: string;
  packageEnds(daysLeft: number): string;
  /** The figures are those of an earlier answer. */
  earlierAnswer(ago: string, what: string): string;
}

export interface DetailsWords {
  /** At most 24 characters (Slack, title of a view). */
  readonly title: string;
  /** At most 24 characters (Slack, button of a view). */
  readonly close: string;
  loading(id: string): string;
  readonly headings: Readonly<Record<'limits' | 'passed' | 'sent', string>>;
  readonly fields: Readonly<Record<GeneralInfoField, string>>;
  readonly notSent: string;
  readonly emptyText: string;
  /** What was sent, beside what it means. */
  meaning(sent: string, meaning: string): string;
  readonly rules: Readonly<Record<RuleName, string>>;
  reasonLimit(threshold: Threshold, setting: string): string;
  /** A line of its own, below a reason. */
  reasonSetBy(setting: string): string;
  /** `setting` is where the limit is set; so with the exceptions. */
  limit(name: keyof Thresholds, threshold: Threshold, setting: string): string;
  weekdaysOnly(setting: string): string;
  ignored(backup: BackupKind, setting: string): string;
  minimumClient(version: string, setting: string): string;
  source(source: Answer['source'], ago: string): string;
  zone(zone: string, assumedFrom: ServiceZone['assumedFrom']): string;
}
