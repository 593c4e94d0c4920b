// account-rules/ owns the file of rules for single accounts: its format here, its use in rules-of.ts.
// It must never know Slack, the service, or how accounts are judged.
// The rules and names of single accounts, from the entries of the file, which can be read again.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isAlias, isMap, isNode, LineCounter, parseDocument, type Scalar, visit } from 'yaml';
import { z } from 'zod';
import { type AccountName, hasWildcard, toAccountName } from '../account/names.ts';
import { thresholdMs } from '../account/time.ts';
import {
  BACKUP_KINDS,
  type NamedAccountRules,
  type RulesOf,
  type Threshold,
  type Thresholds,
} from '../account/verdict.ts';

/** More than thousands of rules need. The YAML parser takes half a second for it. */
const MAX_BYTES = 256 * 1024;

/** The rules in a file. Rejects with an AccountRulesError. */
export async function readRules(path: string): Promise<readonly AccountRule[]> {
  const refused = (reason: string) => new AccountRulesError(`ACCOUNT_RULES_FILE ${path}: ${reason}`);
  // Reads at most one byte too many: a path that is not a regular file may never end.
  const bytes = await buffer(createReadStream(path, { end: MAX_BYTES })).catch(({ code }) => {
    throw refused(`cannot be read (${code})`);
  });
  if (bytes.length > MAX_BYTES)
    throw refused(
      'is larger than 256 KiB. A list of accounts is imported with npm run accounts -- import FILE.csv',
    );
  if (!isUtf8(bytes)) throw refused('is not UTF-8 text');
  const { rules, problems } = parseAccountRules(String(bytes), basename(path));
  if (problems.length > 0) throw refused(problems.join('; '));
  return rules;
}

/** The file cannot be read or is invalid. The message lists each mistake with its line. */
export class AccountRulesError extends Error {
  override readonly name = 'AccountRulesError';
}

/** Adds a mistake at a path. */
type Add = (path: readonly PropertyKey[], problem: string) => void;

const MAX_PROBLEMS = 20;
/** What is said of everything that has no message of its own. */
const OTHERWISE = { error: () => 'must have the form in docs/account-rules.example.yaml' };

/** Parses the text of the file. Details shows `fileName`. With `problems`, each with its line, the rules do not count. */
export function parseAccountRules(text: string, fileName: string) {
  const problems: string[] = [];
  let rules: readonly AccountRule[] = [];
  try {
    const { document, lineAt } = readYaml(text, problems);
    const file = problems.length > 0 ? undefined : FILE.safeParse(document.toJS(), OTHERWISE);
    const add: Add = (path, problem) => problems.push(`line ${lineAt(path)}: ${problem}`);
    if (file?.success) rules = toRules(file.data, fileName, add);
    for (const issue of file?.error?.issues ?? []) addIssue(issue, add);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.push('nested too deeply');
  }
  if (problems.length > MAX_PROBLEMS) problems.splice(MAX_PROBLEMS, problems.length, 'and more');
  return { rules, problems };
}

/** Throws a RangeError if the text is nested too deeply. */
function readYaml(text: string, problems: string[]) {
  const lines = new LineCounter();
  // All scalars stay text: 007 is an id, not the number 7. Converting a nested key to text would take twice as long for each
  // level, and the parser's own search for repeated keys compares each with all others.
  const options = { schema: 'failsafe', prettyErrors: false, logLevel: 'error', stringKeys: true } as const;
  const document = parseDocument(text, { ...options, uniqueKeys: false, lineCounter: lines });
  const add = (offset: number | undefined, problem: string) =>
    problems.push(`line ${lines.linePos(offset ?? 0).line}: ${problem}`);
  visit(document, {
    // An alias, an anchor or a tag in YAML was probably meant as text: an id such as *-archive. Aliases could also turn a
    // small file into a huge one.
    Node(_, node) {
      const { anchor, tag } = node as { readonly anchor?: string; readonly tag?: string };
      const mark = isAlias(node) ? `*${node.source}` : anchor === undefined ? tag : `&${anchor}`;
      if (mark !== undefined)
        add(node.range?.[0], `${shown(mark)} is not plain text in YAML: put it in quotes`);
      const names = new Set<unknown>();
      for (const { key } of isMap<Scalar>(node) ? node.items : []) {
        if (names.has(key.value)) add(key.range?.[0], `${shown(String(key.value))} is there twice`);
        names.add(key.value);
      }
    },
  });
  // Only the first error: later ones are mostly its consequences.
  const [error] = document.errors;
  if (error?.code === 'RESOURCE_EXHAUSTION') throw new RangeError(error.message);
  if (error !== undefined) {
    const isText = error.code === 'BAD_ALIAS' || error.code === 'BAD_SCALAR_START';
    add(error.pos[0], `is not valid YAML: ${shown(error.message, 120)}${isText ? ': put it in quotes' : ''}`);
  }
  /** The line of the node at a path, or of the nearest node around it. */
  const lineAt = (path: readonly PropertyKey[]) => {
    const around = path.map((_, index) => document.getIn(path.slice(0, path.length - index), true));
    return lines.linePos(around.find(isNode)?.range?.[0] ?? 0).line;
  };
  return { document, lineAt };
}

/** Adds `late_after_hours must be …`, or each unknown key. */
function addIssue(issue: z.core.$ZodIssue, add: Add): void {
  const { path, message } = issue;
  const names = path[0] === 'rules' && path.length > 1 ? path.slice(2) : path;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MAX_PROBLEMS) : [];
  for (const key of unknown) add([...path, key], `there is no ${shown(key)} here`);
  if (unknown.length === 0) add(path, [...names.map((name) => shown(String(name))), message].join(' '));
}

/** Text of the file, shortened and made safe for a message. */
const shown = (text: string, maxLength = 40): string =>
  text.slice(0, maxLength).toWellFormed().replace(/\p{C}/gu, '�');

const text = (maxLength: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be text') })
    .trim()
    .min(1, 'must not be empty')
    .max(maxLength, `must have at most ${maxLength} characters`);

/** One text or a list of them, each at most as long as an id. */
const TEXTS = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(text(128), 'must be text, or a list of texts').min(1, 'must not be an empty list'),
);

const HOURS_RULE = 'must be a number of hours above 0, such as 30 or 26.5';
const HOURS = z
  .string(HOURS_RULE)
  .regex(/^\d{1,6}(?:\.\d{1,6})?$/, HOURS_RULE)
  .pipe(z.coerce.number<string>().positive(HOURS_RULE));

const HTTPS_RULE = 'must be an address that begins with https://, without a user name or password';
/** In the form that Slack opens: non-ASCII characters are percent-encoded, and count as such. */
const RUNBOOK = z
  .string(HTTPS_RULE)
  .trim()
  .regex(/^https:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i, HTTPS_RULE)
  .pipe(z.url({ normalize: true, error: HTTPS_RULE }))
  .refine(({ length }) => length <= 500, 'must have at most 500 characters after percent-encoding');

const RULE = z
  .strictObject({
    name: text(40),
    accounts: TEXTS.optional(),
    group: TEXTS.optional(),
    late_after_hours: HOURS.optional(),
    stale_after_hours: HOURS.optional(),
    weekdays_only: z
      .stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' })
      .optional(),
    ignore: z.enum(BACKUP_KINDS, 'must be database or folders').optional(),
    minimum_client_version: text(99)
      .regex(/^\d{1,9}(?:\.\d{1,9}){0,9}$/, 'must be a dotted version such as 4.10.0')
      .optional(),
    display_name: text(40).optional(),
    note: text(300).optional(),
    runbook: RUNBOOK.optional(),
    contact: text(200).optional(),
  })
  .refine(({ accounts, group }) => accounts ?? group, 'needs accounts or group')
  .refine(({ name, accounts, group, ...values }) => Object.keys(values).length > 0, 'changes nothing');

const FILE = z.strictObject({
  fleet: z
    .never('is no longer read. Remove it, and import the list with npm run accounts -- import FILE.csv')
    .optional(),
  groups: z.record(z.string(), TEXTS).default({}),
  rules: z.array(RULE, 'must be a list of rules').default([]),
});

/** An entry of the file: rules for some accounts. Later entries can set what this one does not. */
export interface AccountRule extends Omit<z.infer<typeof RULE>, 'name' | 'group' | 'accounts'> {
  /** The file and the name of the rule, as Details shows them. */
  readonly setBy: string;
  /** Lists of ids, its own and those of its groups, which rules share; `*` matches any characters, `?` one. */
  readonly accounts: readonly (readonly string[])[];
}

/** Each account is compared with all of them. */
const MAX_PATTERNS = 1_000;

/** Checks the rules together: duplicate names, missing groups and the number of patterns. */
function toRules(file: z.infer<typeof FILE>, fileName: string, add: Add): readonly AccountRule[] {
  const groups = new Map(Object.entries(file.groups));
  const names = new Set<string>();
  const ids = [...groups.values(), ...file.rules.map(({ accounts = [] }) => accounts)].flat();
  if (ids.filter(hasWildcard).length > MAX_PATTERNS) add([], 'more than 1,000 ids have * or ?');
  return file.rules.map(({ name, accounts = [], group = [], ...entry }, index) => {
    const at = ['rules', index];
    if (names.has(name)) add(at, `another rule has the name ${shown(name)}`);
    names.add(name);
    for (const wanted of group) if (!groups.has(wanted)) add(at, `there is no group ${shown(wanted)}`);
    const lists = [accounts, ...group.map((wanted) => groups.get(wanted) ?? [])];
    return { ...entry, setBy: `${fileName}: ${name}`, accounts: lists };
  });
}

/** Reads the rules file. Without a path there are no rules. Rejects with an AccountRulesError if the file has a mistake. */
export async function openAccountRules(path: string | undefined, thresholds: Thresholds) {
  const read = async () => {
    const rules = path === undefined ? [] : await readRules(path);
    return { rulesOf: createRulesOf(rules, thresholds), names: namesIn(rules, thresholds) };
  };
  let current = await read();
  let reading = Promise.resolve();
  return {
    /** Uses the present rules. */
    rulesOf: (accountId: string) => current.rulesOf(accountId),
    /** The names of single accounts in the present rules. */
    names: () => current.names,
    /** Reads the file again. If it has a mistake, the rules stay, and this rejects with an AccountRulesError. */
    reload(): Promise<void> {
      // One after the other, so that the latest version of the file wins.
      const reload = async () => {
        current = await read();
      };
      reading = reading.then(reload, reload);
      return reading;
    },
  };
}

/**
 * Each value comes from the first rule that matches the account and sets it, or else from `thresholds`. If the stale limit is
 * shorter than the late limit, the one that a rule sets applies to both; if rules set both, the late one.
 */
export function createRulesOf(rules: readonly AccountRule[], thresholds: Thresholds): RulesOf {
  // A group is looked at once, however many rules name it, and an account only at the lists that have its id.
  const uses = rules.flatMap((rule, at) => rule.accounts.map((list) => ({ list, rule, at })));
  const byList = Map.groupBy(uses, ({ list }) => list);
  const entries = [...byList.keys()].flatMap((list) => list.map((entry) => ({ entry, list })));
  const byEntry = Map.groupBy(entries, ({ entry }) => entry);
  const patterns = [...byEntry.keys()].filter(hasWildcard);
  return (accountId) => {
    const matching = [accountId, ...patterns.filter((pattern) => fitsPattern(pattern, accountId))];
    const lists = new Set(matching.flatMap((entry) => byEntry.get(entry) ?? []).map(({ list }) => list));
    const fitting = [...lists].flatMap((list) => byList.get(list) ?? []).sort((a, b) => a.at - b.at);
    const ordered = fitting.map(({ rule }) => rule);
    return fitting.length === 0 ? { thresholds } : rulesFrom(ordered, thresholds);
  };
}

function rulesFrom(fitting: readonly AccountRule[], thresholds: Thresholds): NamedAccountRules {
  // Of the rules that set the same, the first counts.
  const rule: AccountRule = Object.assign({}, ...fitting.toReversed());
  const setBy = (name: keyof AccountRule) => fitting.find((one) => one[name] !== undefined)?.setBy ?? '';
  const limit = (name: 'late_after_hours' | 'stale_after_hours', standard: Threshold): Threshold =>
    rule[name] === undefined ? standard : { value: rule[name], unit: 'hour', setBy: setBy(name) };
  const stale = limit('stale_after_hours', thresholds.stale);
  const isEarly = thresholdMs(stale) < thresholdMs(thresholds.late);
  const late = limit('late_after_hours', isEarly ? stale : thresholds.late);
  const { ignore: backup, minimum_client_version: version, note, runbook, contact } = rule;
  return {
    thresholds: { ...thresholds, late, stale: thresholdMs(stale) < thresholdMs(late) ? late : stale },
    exceptions: {
      weekdaysOnly: rule.weekdays_only ? { setBy: setBy('weekdays_only') } : undefined,
      ignored: backup && { backup, setBy: setBy('ignore') },
      minimumClientVersion: version ? { version, setBy: setBy('minimum_client_version') } : undefined,
    },
    displayName: rule.display_name,
    note,
    runbook,
    contact,
  };
}

/** Whether the whole text matches: `*` is any characters, `?` is one. Its time grows with the product of the lengths. */
export function fitsPattern(pattern: string, text: string): boolean {
  const [parts, characters] = [[...pattern], [...text]];
  let [part, at] = [0, 0];
  // The last star, and how far what follows it has been tried.
  let [star, triedTo] = [-1, 0];
  while (at < characters.length) {
    if (parts[part] === '*') [star, triedTo, part] = [part, at, part + 1];
    else if (parts[part] === '?' || parts[part] === characters[at]) [part, at] = [part + 1, at + 1];
    else if (star >= 0) [part, at, triedTo] = [star + 1, triedTo + 1, triedTo + 1];
    else return false;
  }
  return parts.slice(part).every((rest) => rest === '*');
}

/** The names of accounts that rules list by id, as they are shown. A pattern such as `*-archive` is no account. */
function namesIn(rules: readonly AccountRule[], thresholds: Thresholds): readonly AccountName[] {
  const named = rules.filter(({ display_name: name }) => name !== undefined);
  const rulesOf = createRulesOf(named, thresholds);
  const ids = new Set(named.flatMap(({ accounts }) => accounts.flat()).filter((id) => !hasWildcard(id)));
  return [...ids].map((id) => toAccountName(id, rulesOf(id).displayName ?? ''));
}
