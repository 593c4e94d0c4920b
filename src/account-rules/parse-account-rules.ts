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
import type { AccountRule } from '../domain/account-terms.ts';
import type { ListedAccount } from '../domain/names/account-list.ts';
import { meant, RULES_FILE, type RulesFile, shown } from './rules-schema.ts';

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
