// account-rules/ owns the file of terms for single accounts: its form, and reading it again.
// It must never know Slack, the service, or how a verdict comes about.
import {
  type Document,
  isAlias,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import { z } from 'zod';
import type { AccountRule } from '../domain/account-terms.ts';
import { hasWildcard } from '../domain/glob.ts';
import {
  ACCOUNT_NAME_AT_MOST,
  LISTED_AT_MOST,
  type ListedAccount,
  type ListProblem,
  readListed,
} from '../domain/names/account-list.ts';
import { nearest } from '../domain/names/nearest.ts';
import { BACKUP_KINDS } from '../domain/verdict.ts';

/** The mistakes, each naming the line or the rule, and what it should be. */
export type ParsedAccountRules =
  | {
      readonly kind: 'valid';
      readonly rules: readonly AccountRule[];
      /** The list of accounts. Absent: the file says nothing about it. */
      readonly fleet?: readonly ListedAccount[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/**
 * Reads the file's text. `fileName` stands in what Details shows. Never throws, but crafted text can keep the YAML parser busy forever.
 */
export function parseAccountRules(text: string, fileName: string): ParsedAccountRules {
  try {
    const { value, problems } = readYaml(text);
    return problems.length > 0 ? { kind: 'invalid', problems } : readRules(value, fileName);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'invalid', problems: [NESTED] };
  }
}

const NESTED = 'nested too deeply';
const QUOTED = 'put it in quotes';

function readYaml(text: string): { value: unknown; problems: readonly string[] } {
  const lines = new LineCounter();
  // Every scalar stays text: 007 is an id, not the number 7.
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    // The parser's own check takes seconds for the keys of a long list.
    uniqueKeys: false,
  });
  const lineOf = (offset: number) => lines.linePos(offset).line;
  const problems = [...unquoted(document, lineOf), ...errorsOf(document, lineOf), ...twice(document, lineOf)];
  return { value: problems.length === 0 ? document.toJS() : undefined, problems };
}

type LineOf = (offset: number) => number;

/**
 * What YAML takes for an alias, an anchor or a tag was meant as text: an id such as *-archive. None of them is needed
 * here, and an alias could make a small file a huge one.
 */
function unquoted(document: Document.Parsed, lineOf: LineOf): string[] {
  const problems: string[] = [];
  visit(document, {
    Node(_, node) {
      const mark = markOf(node);
      if (mark !== undefined)
        problems.push(
          `line ${lineOf(node.range?.[0] ?? 0)}: ${shown(mark)} is more than text in YAML: ${QUOTED}`,
        );
    },
  });
  return problems;
}

function markOf(node: Node): string | undefined {
  if (isAlias(node)) return `*${node.source}`;
  const { anchor, tag } = node as Scalar;
  return anchor === undefined ? tag : `&${anchor}`;
}

/** The first one: those after it are mostly its consequences. */
function errorsOf({ errors: [error] }: Document.Parsed, lineOf: LineOf): string[] {
  if (error === undefined) return [];
  if (error.code === 'RESOURCE_EXHAUSTION') return [NESTED];
  const hint = error.code === 'BAD_ALIAS' || error.code === 'BAD_SCALAR_START' ? `: ${QUOTED}` : '';
  return [`line ${lineOf(error.pos[0])}: is no YAML: ${shown(error.message, 120)}${hint}`];
}

function twice(document: Document.Parsed, lineOf: LineOf): string[] {
  const problems: string[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const text = String(key.value);
        if (seen.has(text))
          problems.push(`line ${lineOf(key.range?.[0] ?? 0)}: ${shown(text)} is there twice`);
        seen.add(text);
      }
    },
  });
  return problems;
}

function readRules(value: unknown, fileName: string): ParsedAccountRules {
  const file = RULES_FILE.safeParse(value);
  if (!file.success) {
    return { kind: 'invalid', problems: file.error.issues.map((issue) => problemOf(issue, value)) };
  }
  const rules = file.data.rules.map((rule) => toRule(rule, file.data.groups, fileName));
  const problems = misnamed(file.data);
  const { fleet } = file.data;
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'valid', rules, fleet };
}

/** `rule 2 (weekend shops): late_after_hours must be …` */
function problemOf({ path, message }: { path: PropertyKey[]; message: string }, value: unknown): string {
  const [part, index, ...rest] = path.map((step) => shown(String(step)));
  if (part === undefined) return message;
  if (part !== 'rules' || index === undefined)
    return [part, index, ...rest, message].filter(Boolean).join(' ');
  const rules = (value as { rules: readonly { name?: unknown }[] }).rules;
  const { name } = rules[Number(index)] ?? {};
  const called = typeof name === 'string' ? ` (${shown(name)})` : '';
  return `rule ${Number(index) + 1}${called}: ${[...rest, message].join(' ')}`;
}

function misnamed({ groups, rules }: RulesFile): string[] {
  const names = new Set<string>();
  return rules.flatMap(({ name, group = [] }, index) => {
    const where = `rule ${index + 1} (${shown(name)})`;
    const isTwin = names.has(name);
    names.add(name);
    const unknown = group.filter((wanted) => !groups.has(wanted));
    return [
      ...unknown.map(
        (wanted) => `${where}: there is no group ${shown(wanted)}${meant(wanted, [...groups.keys()])}`,
      ),
      ...(isTwin ? [`${where}: another rule has that name`] : []),
    ];
  });
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
/** Receiving them from the thread that read them blocks the event loop for 30 ms. */
const RULES_AT_MOST = 8_000;
/** Ids without a wildcard are found at once; these are tried one by one. */
const WILDCARDS_AT_MOST = 1_000;
/** As long as an id may be. */
const ID_LENGTH_AT_MOST = 128;

const unknownKey =
  (known: readonly string[]) =>
  ({ code, keys }: { code?: string; keys?: readonly string[] }) => {
    if (code !== 'unrecognized_keys' || keys === undefined) return undefined;
    return keys.map((key) => `there is no ${shown(key)} here${meant(key, known)}`).join(', ');
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

/** The list of accounts: a name for each id, or nothing. */
const fleet = z
  .record(
    z.string(),
    z.string('must be a name, or nothing'),
    'must be a line for each account: id, colon, name',
  )
  .transform((listed, context) => {
    const entries = Object.entries(listed);
    if (entries.length > LISTED_AT_MOST)
      context.addIssue({ code: 'custom', message: `must have ${LISTED_AT_MOST} accounts at most` });
    return entries.flatMap(([id, name]) => {
      const read = readListed(id, name);
      if (typeof read !== 'string') return read;
      context.addIssue({ code: 'custom', path: [id], message: LIST_PROBLEMS[read] });
      return [];
    });
  })
  .optional();

const LIST_PROBLEMS: Readonly<Record<ListProblem, string>> = {
  'id-missing': 'has no id',
  'id-unreadable': 'is no id: 128 characters at most, and none that cannot be seen',
  'id-formula': 'is no id: it begins like a formula',
  'id-pattern': 'is no id: * and ? stand for other characters',
  'name-too-long': `must have a name of ${ACCOUNT_NAME_AT_MOST} characters at most`,
};

const FILE_KEYS = {
  fleet,
  groups: z
    .record(z.string(), ids())
    .default({})
    .transform((groups) => new Map(Object.entries(groups))),
  // More would take too long to hand over from the thread that reads them.
  rules: z
    .array(RULE, 'must be a list of rules')
    .max(RULES_AT_MOST, `must have ${RULES_AT_MOST} entries at most`)
    .default([]),
};

const FILE = z.strictObject(FILE_KEYS, { error: unknownKey(Object.keys(FILE_KEYS)) });

export type RulesFile = z.infer<typeof FILE>;

/** The file as it is written. Every scalar is text: 007 is an id, not the number 7. */
const RULES_FILE = FILE.refine((file) => idsIn(file, () => true) <= IDS_AT_MOST, {
  error: `more than ${IDS_AT_MOST} ids, those of a group counted for each rule that names it`,
}).refine((file) => idsIn(file, hasWildcard) <= WILDCARDS_AT_MOST, {
  error: `more than ${WILDCARDS_AT_MOST} ids with * or ?, those of a group counted for each rule that names it`,
});

function idsIn({ groups, rules }: RulesFile, isCounted: (id: string) => boolean): number {
  const countOf = (ids: readonly string[]) => ids.filter(isCounted).length;
  const ofGroups = new Map([...groups].map(([name, ids]) => [name, countOf(ids)]));
  const ofRule = ({ accounts = [], group = [] }: RulesFile['rules'][number]) =>
    countOf(accounts) + group.reduce((sum, name) => sum + (ofGroups.get(name) ?? 0), 0);
  return rules.reduce((sum, rule) => sum + ofRule(rule), 0);
}
