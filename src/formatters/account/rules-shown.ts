import type { RuleName } from '../../account/verdict.ts';
import type { Headline } from '../../words/headline.ts';

/** What a rule means for the lines around its reason. */
interface RuleShown {
  /** The headline that it leads says all of its reason, so that no line repeats it. */
  readonly isSaidByHeadline: boolean;
  /**
   * `age`: how old backups are, so their ages are listed older first. `backups`: what else is wrong with them. `rest`: nothing
   * of them, so their ages are the good news beside it.
   */
  readonly about: 'age' | 'backups' | 'rest';
}

const RULES: Readonly<Record<RuleName, RuleShown>> = {
  'package-ended': { isSaidByHeadline: true, about: 'age' },
  'stuck-while-backing-up': { isSaidByHeadline: true, about: 'age' },
  'online-but-stale': { isSaidByHeadline: false, about: 'age' },
  'never-backed-up': { isSaidByHeadline: true, about: 'age' },
  'backup-stale': { isSaidByHeadline: false, about: 'age' },
  'backup-late': { isSaidByHeadline: false, about: 'age' },
  'half-protected': { isSaidByHeadline: false, about: 'age' },
  'folders-unprotected': { isSaidByHeadline: false, about: 'backups' },
  'package-ends-soon': { isSaidByHeadline: true, about: 'rest' },
  'package-end-unreadable': { isSaidByHeadline: true, about: 'rest' },
  'client-outdated': { isSaidByHeadline: false, about: 'rest' },
  // The reason says by how much.
  'clock-wrong': { isSaidByHeadline: false, about: 'backups' },
  'time-unreadable': { isSaidByHeadline: true, about: 'backups' },
  'time-not-reported': { isSaidByHeadline: true, about: 'backups' },
  'nothing-reported': { isSaidByHeadline: true, about: 'backups' },
  'status-unknown': { isSaidByHeadline: true, about: 'rest' },
  'backup-unused': { isSaidByHeadline: false, about: 'backups' },
  'backup-ignored': { isSaidByHeadline: false, about: 'backups' },
  'offline-but-fresh': { isSaidByHeadline: false, about: 'rest' },
  'status-not-reported': { isSaidByHeadline: false, about: 'rest' },
  'daily-allowance-used': { isSaidByHeadline: false, about: 'rest' },
};

/** Reasons that the headline has already said in full. */
export const saidByHeadline = (headline: Headline): readonly RuleName[] =>
  rulesOf(headline).filter((rule) => RULES[rule].isSaidByHeadline);

/** Whether the headline begins with how old backups are. */
export function isAboutAge(headline: Headline): boolean {
  const [first] = rulesOf(headline);
  return first !== undefined && RULES[first].about === 'age';
}

/** Whether the backups may be all right where this rule gave a reason. */
export const isBesideBackups = (rule: RuleName): boolean => RULES[rule].about === 'rest';

/** The rules whose reasons it is made of, in the order in which it says them. */
function rulesOf(headline: Headline): readonly RuleName[] {
  switch (headline.kind) {
    case 'fine':
    case 'bare':
      return [];
    case 'no-backup-for':
    case 'old':
      return ['backup-stale', 'backup-late'];
    case 'stuck':
      return ['stuck-while-backing-up'];
    case 'with-doubt':
      return [headline.lead, headline.doubt].flatMap(rulesOf);
    case 'cannot-tell':
      return [headline.because];
    default:
      return [headline.kind];
  }
}
