// account-rules/ owns the file of terms for single accounts: its form, and reading it again.
// It must never know Slack, the service, or how a verdict comes about.
import { isAlias, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import type { AccountRule } from '../domain/account-terms.ts';
import { hasWildcard } from '../domain/glob.ts';
import { nearest } from '../domain/names/nearest.ts';
import { BACKUP_KINDS } from '../domain/verdict.ts';

/** The mistakes, each naming the line and what should be there. */
export type ParsedAccountRules =
  | { readonly kind: 'valid'; readonly rules: readonly AccountRule[] }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const NESTED = 'nested too deeply';
const QUOTED = 'put it in quotes';
const PROBLEMS_AT_MOST = 20;

/** Reads the file's text. `fileName` stands in what Details shows. Never throws. */
export function parseAccountRules(text: string, fileName: string): ParsedAccountRules {
  try {
    const read = readYaml(text);
    const file = read.problems.length > 0 ? undefined : RULES_FILE.safeParse(read.value);
    if (file?.success) {
      const { groups, rules } = file.data;
      return { kind: 'valid', rules: rules.map((rule) => toRule(rule, groups, fileName)) };
    }
    const issues = file?.error.issues.slice(0, PROBLEMS_AT_MOST + 1) ?? [];
    const problems = [...read.problems, ...issues.map((issue) => problemOf(issue, read.lineAt))];
    if (problems.length > PROBLEMS_AT_MOST) problems.splice(PROBLEMS_AT_MOST, problems.length, 'and more');
    return { kind: 'invalid', problems };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'invalid', problems: [NESTED] };
  }
}

function readYaml(text: string) {
  const lines = new LineCounter();
  // Every scalar stays text: 007 is an id, not the number 7.
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    // The parser's own check takes seconds for thousands of groups.
    uniqueKeys: false,
  });
  const problems: string[] = [];
  const add = (offset: number | undefined, problem: string) =>
    problems.push(`line ${lines.linePos(offset ?? 0).line}: ${problem}`);
  visit(document, (_, node) => {
    if (isMap(node)) {
      const seen = new Set<string>();
      for (const { key } of node.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) add(key.range?.[0], `${shown(name)} is there twice`);
        seen.add(name);
      }
    }
    // What YAML takes for an alias, an anchor or a tag was meant as text: an id such as *-archive. An alias could also
    // make a small file a huge one.
    const mark = isNode(node) ? markOf(node) : undefined;
    if (isNode(node) && mark !== undefined)
      add(node.range?.[0], `${shown(mark)} is more than text in YAML: ${QUOTED}`);
  });
  // The first error: those after it are mostly its consequences.
  const [error] = document.errors;
  if (error?.code === 'RESOURCE_EXHAUSTION') problems.push(NESTED);
  else if (error !== undefined) {
    const hint = error.code === 'BAD_ALIAS' || error.code === 'BAD_SCALAR_START' ? `: ${QUOTED}` : '';
    add(error.pos[0], `is no YAML: ${shown(error.message, 120)}${hint}`);
  }
  return {
    problems,
    value: problems.length === 0 ? document.toJS() : undefined,
    /** The line of what is at this place, or of the nearest thing around it. */
    lineAt(path: readonly PropertyKey[]): number {
      for (let depth = path.length; depth > 0; depth--) {
        const node = document.getIn(path.slice(0, depth), true);
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
      }
      return 1;
    },
  };
}

function markOf(node: Node): string | undefined {
  if (isAlias(node)) return `*${node.source}`;
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  return anchor === undefined ? tag : `&${anchor}`;
}

/** `line 4: late_after_hours must be …` */
function problemOf(issue: z.core.$ZodIssue, lineAt: (path: readonly PropertyKey[]) => number): string {
  const { path, message } = issue;
  const at = issue.code === 'unrecognized_keys' ? [...path, issue.keys[0] ?? ''] : path;
  const names = path[0] === 'rules' && path.length > 1 ? path.slice(2) : path;
  return `line ${lineAt(at)}: ${[...names.map((name) => shown(String(name))), message].join(' ')}`;
}

function toRule(
  rule: RulesFile['rules'][number],
  groups: RulesFile['groups'],
  fileName: string,
): AccountRule {
  const inGroups = (rule.group ?? []).flatMap((name) => groups.get(name) ?? []);
  return {
    setBy: `${fileName}: ${rule.name}`,
    accounts: [...(rule.accounts ?? []), ...inGroups],
    lateAfterHours: rule.late_after_hours,
    staleAfterHours: rule.stale_after_hours,
    weekdaysOnly: rule.weekdays_only,
    ignore: rule.ignore,
    minimumClientVersion: rule.minimum_client_version,
    displayName: rule.display_name,
    note: rule.note,
    runbook: rule.runbook,
    contact: rule.contact,
  };
}

/** A look-up holds its id against all of them. */
const IDS_AT_MOST = 20_000;
/** Ids without a wildcard are found at once; these are tried one by one. */
const WILDCARDS_AT_MOST = 1_000;
/** As long as an id may be. */
const ID_LENGTH_AT_MOST = 128;

const unknownKey =
  (known: readonly string[]) =>
  ({ code, keys }: { code?: string; keys?: readonly string[] }) => {
    if (code !== 'unrecognized_keys' || keys === undefined) return undefined;
    return keys
      .slice(0, 3)
      .map((key) => `there is no ${shown(key)} here${meant(key, known)}`)
      .join(', ');
  };

/** `: did you mean accounts?`, or nothing when no known key is similar. */
const meant = (key: string, known: readonly string[]) => {
  const name = nearest(key, known);
  return name === undefined ? '' : `: did you mean ${name}?`;
};

/** Text of the file as a message may carry it. */
const shown = (text: string, maxLength = 40): string =>
  text.slice(0, maxLength).toWellFormed().replace(/\p{C}/gu, '�');

const hours = () =>
  z
    .string('must be a number of hours above 0')
    .regex(/^\d{1,6}(?:\.\d{1,6})?$/, 'must be a number of hours above 0, such as 30 or 26.5')
    .transform(Number)
    .refine((value) => value > 0, 'must be a number of hours above 0')
    .optional();

const oneOrMore = (what: string, maxLength: number) => {
  const text = z
    .string(`must be ${what}, or a list of them`)
    .trim()
    .min(1, `must be ${what}`)
    .max(maxLength, `must have ${maxLength} characters at most`);
  return z.union([text.transform((only) => [only]), z.array(text).min(1, 'must not be an empty list')], {
    error: `must be ${what}, or a list of them`,
  });
};
const ids = () => oneOrMore('an id, with * for any characters', ID_LENGTH_AT_MOST);

const name = (problem: string) =>
  z.string(problem).trim().min(1, 'must not be empty').max(40, 'must have 40 characters at most');

const freeText = (maxLength: number) =>
  z
    .string('must be text')
    .trim()
    .min(1, 'must not be empty')
    .max(maxLength, `must have ${maxLength} characters at most`)
    .optional();

const HTTPS = 'must be an address that begins with https://, without a user name or password';
const RUNBOOK_LENGTH_AT_MOST = 500;

/** As Slack opens it: letters outside of ASCII are percent-encoded and count as such. */
const httpsAddress = () =>
  z
    .string(HTTPS)
    .trim()
    .max(RUNBOOK_LENGTH_AT_MOST, `must have ${RUNBOOK_LENGTH_AT_MOST} characters at most`)
    .refine(isHttpsAddress, HTTPS)
    .transform((text) => new URL(text).href)
    .refine(
      ({ length }) => length <= RUNBOOK_LENGTH_AT_MOST,
      `must have ${RUNBOOK_LENGTH_AT_MOST} characters at most, percent-encoded ones counted as such`,
    )
    .optional();

function isHttpsAddress(text: string): boolean {
  if (/\s/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

const TERMS = {
  late_after_hours: hours(),
  stale_after_hours: hours(),
  weekdays_only: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional(),
  ignore: z.enum(BACKUP_KINDS, 'must be database or folders').optional(),
  minimum_client_version: z
    .string('must be a dotted version such as 4.10.0')
    .regex(/^\d{1,9}(?:\.\d{1,9}){0,9}$/, 'must be a dotted version such as 4.10.0')
    .optional(),
  display_name: name('must be text').optional(),
  note: freeText(300),
  runbook: httpsAddress(),
  contact: freeText(200),
};
const RULE_KEYS = {
  name: name('is missing'),
  accounts: ids().optional(),
  group: oneOrMore('the name of a group', 128).optional(),
  ...TERMS,
};

const RULE = z
  .strictObject(RULE_KEYS, { error: unknownKey(Object.keys(RULE_KEYS)) })
  .refine(({ accounts, group }) => accounts ?? group, 'needs accounts or group')
  .refine((rule) => Object.keys(TERMS).some((term) => term in rule), 'changes nothing');

const FILE_KEYS = {
  fleet: z
    .never('is not read any more. Take it out, and put the list on with npm run accounts -- import FILE.csv')
    .optional(),
  groups: z
    .record(z.string(), ids())
    .default({})
    .transform((groups) => new Map(Object.entries(groups))),
  rules: z.array(RULE, 'must be a list of rules').default([]),
};

const FILE = z.strictObject(FILE_KEYS, { error: unknownKey(['groups', 'rules']) });

export type RulesFile = z.infer<typeof FILE>;

/** In a pipe, since it is only asked about a file that is right otherwise. */
const CONSISTENT = z.custom<RulesFile>().superRefine((file, context) => {
  const add = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
  const names = new Set<string>();
  for (const [index, { name, group = [] }] of file.rules.entries()) {
    if (names.has(name)) add(['rules', index, 'name'], `${shown(name)} is the name of another rule`);
    names.add(name);
    for (const wanted of group) {
      if (file.groups.has(wanted)) continue;
      // Looking for a similar name among thousands, thousands of times, would take minutes.
      if (context.issues.length > PROBLEMS_AT_MOST) return;
      const problem = `there is no group ${shown(wanted)}${meant(wanted, [...file.groups.keys()])}`;
      add(['rules', index], problem);
    }
  }
  const counted = 'those of a group counted for each rule that names it';
  if (idsIn(file, () => true) > IDS_AT_MOST) add([], `more than ${IDS_AT_MOST} ids, ${counted}`);
  if (idsIn(file, hasWildcard) > WILDCARDS_AT_MOST)
    add([], `more than ${WILDCARDS_AT_MOST} ids with * or ?, ${counted}`);
});

const RULES_FILE = FILE.pipe(CONSISTENT);

function idsIn({ groups, rules }: RulesFile, isCounted: (id: string) => boolean): number {
  const countOf = (ids: readonly string[]) => ids.filter(isCounted).length;
  const ofGroups = new Map([...groups].map(([name, ids]) => [name, countOf(ids)]));
  const ofRule = ({ accounts = [], group = [] }: RulesFile['rules'][number]) =>
    countOf(accounts) + group.reduce((sum, name) => sum + (ofGroups.get(name) ?? 0), 0);
  return rules.reduce((sum, rule) => sum + ofRule(rule), 0);
}
