// account-rules/ owns the file in which accounts get terms of their own: its form, and reading it anew.
// It must never know Slack, the service, or how a verdict comes about.
import { parseDocument } from 'yaml';
import { z } from 'zod';
import type { AccountRule } from '../domain/account-terms.ts';
import type { Thresholds } from '../domain/verdict.ts';

/** All mistakes at once, each naming the rule and what it should be. */
export type ParsedAccountRules =
  | { readonly kind: 'valid'; readonly rules: readonly AccountRule[] }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const hours = () => {
  const rule = 'must be a number of hours above 0';
  return z.coerce.number(rule).positive(rule).optional();
};
const oneOrMore = (what: string) => {
  const text = z.string(`must be ${what}, or a list of them`).trim().min(1, `must be ${what}`);
  return z.union([text.transform((only) => [only]), z.array(text).min(1, 'must not be an empty list')], {
    error: `must be ${what}, or a list of them`,
  });
};
const ids = () => oneOrMore('an id, with * for any characters');

const RULE = z
  .strictObject({
    name: z
      .string('is missing')
      .trim()
      .min(1, 'must not be empty')
      .max(40, 'must have 40 characters at most'),
    accounts: ids().optional(),
    group: oneOrMore('the name of a group').optional(),
    late_after_hours: hours(),
    stale_after_hours: hours(),
    weekdays_only: z
      .enum(['true', 'false'], 'must be true or false')
      .transform((text) => text === 'true')
      .optional(),
    ignore: z.enum(['database', 'folders'], 'must be database or folders').optional(),
    minimum_client_version: z
      .string()
      .regex(/^\d+(\.\d+)*$/, 'must be a dotted version such as 4.10.0')
      .optional(),
    display_name: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(40, 'must have 40 characters at most')
      .optional(),
  })
  .refine(({ accounts, group }) => accounts ?? group, 'needs accounts or group')
  .refine(
    ({ name: _, accounts: __, group: ___, ...terms }) => Object.keys(terms).length > 0,
    'changes nothing',
  );

const FILE = z.strictObject({
  groups: z.record(z.string(), ids()).default({}),
  rules: z.array(RULE, 'must be a list of rules'),
});

/**
 * Reads the file's text. `fileName` stands in what Details shows. `thresholds` are the usual ones, which a rule must not
 * contradict. Never throws.
 */
export function parseAccountRules(
  text: string,
  { fileName, thresholds }: { readonly fileName: string; readonly thresholds: Thresholds },
): ParsedAccountRules {
  // Every scalar stays text: 007 is an id, not the number 7.
  const document = parseDocument(text, { schema: 'failsafe' });
  const [error] = document.errors;
  if (error) return { kind: 'invalid', problems: [`is no YAML: ${error.message.split('\n', 1)[0]}`] };
  const file = FILE.safeParse(document.toJS());
  if (!file.success) {
    return { kind: 'invalid', problems: file.error.issues.map((issue) => problemOf(issue, document.toJS())) };
  }
  const problems = contradictions(file.data, thresholds);
  if (problems.length > 0) return { kind: 'invalid', problems };
  return { kind: 'valid', rules: file.data.rules.map((rule) => toRule(rule, file.data.groups, fileName)) };
}

type RuleInFile = z.infer<typeof RULE>;
type Groups = z.infer<typeof FILE>['groups'];

/** `rule 2 (weekend shops): late_after_hours must be …` */
function problemOf({ path, message }: { path: PropertyKey[]; message: string }, value: unknown): string {
  const [part, index, ...rest] = path.map(String);
  if (part === undefined) return message;
  if (part !== 'rules' || index === undefined) return `${path.join('.')} ${message}`;
  const rules = (value as { rules: readonly { name?: unknown }[] }).rules;
  const { name } = rules[Number(index)] ?? {};
  const shown = typeof name === 'string' ? ` (${name.slice(0, 40)})` : '';
  return `rule ${Number(index) + 1}${shown}: ${[...rest, message].join(' ')}`;
}

function contradictions({ rules, groups }: z.infer<typeof FILE>, thresholds: Thresholds): string[] {
  return rules.flatMap((rule, index) => {
    const where = `rule ${index + 1} (${rule.name})`;
    const late = rule.late_after_hours ?? thresholds.late.value;
    const stale = rule.stale_after_hours ?? thresholds.stale.value;
    const isSet = rule.late_after_hours !== undefined || rule.stale_after_hours !== undefined;
    const unknown = (rule.group ?? []).filter((name) => !Object.hasOwn(groups, name));
    const isTwin = rules.findIndex(({ name }) => name === rule.name) !== index;
    return [
      ...(isSet && stale < late
        ? [`${where}: stale after ${stale} hours is before late after ${late}; set both`]
        : []),
      ...unknown.map((name) => `${where}: there is no group ${name}`),
      ...(isTwin ? [`${where}: another rule has that name`] : []),
    ];
  });
}

function toRule(rule: RuleInFile, groups: Groups, fileName: string): AccountRule {
  const inGroups = (rule.group ?? []).flatMap((name) => groups[name] ?? []);
  return {
    setBy: `${fileName}: ${rule.name}`,
    accounts: [...(rule.accounts ?? []), ...inGroups],
    ...(rule.late_after_hours !== undefined && { lateAfterHours: rule.late_after_hours }),
    ...(rule.stale_after_hours !== undefined && { staleAfterHours: rule.stale_after_hours }),
    ...(rule.weekdays_only !== undefined && { weekdaysOnly: rule.weekdays_only }),
    ...(rule.ignore !== undefined && { ignore: rule.ignore }),
    ...(rule.minimum_client_version !== undefined && { minimumClientVersion: rule.minimum_client_version }),
    ...(rule.display_name !== undefined && { displayName: rule.display_name }),
  };
}
