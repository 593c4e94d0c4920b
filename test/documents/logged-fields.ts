import { globSync } from 'node:fs';
import { type ESTree, parseSync } from 'rolldown/utils';
import { PROJECT, readDocument } from './markdown.ts';

/** What a log line is given as a whole and another file declares: where, by the name that it goes by here. */
const ELSEWHERE: Readonly<Record<string, readonly (readonly [file: string, declared: string])[]>> = {
  factsOf: [
    ['src/service/errors.ts', 'Facts'],
    ['src/service/errors.ts', 'factsOf'],
  ],
  person: [['src/account/pins.ts', 'Person']],
  entry: [
    ['src/slack/audit-log.ts', 'AuditEntry'],
    ['src/slack/audit-log.ts', 'Asker'],
    ['src/account/pins.ts', 'Person'],
  ],
};

interface Logged {
  readonly fields: ReadonlySet<string>;
  /** What could not be followed to where it is written: `ELSEWHERE` has to say where. */
  readonly lost: readonly string[];
}

/** The fields that calls of the log in `src` give their lines, as the code reads. */
export function loggedFields(): Logged {
  const fields = new Set<string>();
  const lost: string[] = [];
  for (const file of globSync('src/**/*.ts', { cwd: PROJECT })) {
    const found = fieldsLoggedIn(readDocument(file));
    for (const field of found.fields) fields.add(field);
    lost.push(...found.lost.map((name) => `${file}: ${name}`));
  }
  return { fields, lost };
}

/** The same, of the text of one file. */
export function fieldsLoggedIn(source: string): Logged {
  const file = nodesOf(source);
  const fields = new Set<string>();
  const lost: string[] = [];
  const seen = new Set<string>();
  const take = (written: ESTree.Node, isGiven: boolean) => {
    const { names, wholes } = namesIn(written);
    for (const name of names) fields.add(name);
    for (const { name, isField } of wholes) {
      if (seen.has(name)) continue;
      seen.add(name);
      const places = ELSEWHERE[name];
      const found = places
        ? places.flatMap(([path, declared]) => declarationsOf(declared, nodesOf(readDocument(path))))
        : declarationsOf(name, file);
      // The value of one field, named, may well be a parameter, an import or no object.
      if (found.length === 0 && isGiven && !isField) lost.push(name);
      for (const declaration of found) take(declaration, false);
    }
  };
  for (const given of givenToLog(file)) take(given, true);
  return { fields, lost };
}

const nodesOf = (source: string) => [...nodesIn(parseSync('source.ts', source).program)];

/** The node itself and all below it, but what is taken apart: `{ id }` on the left of a `=` gives nobody a field. */
function* nodesIn(value: unknown): Generator<ESTree.Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && value.type === 'ObjectPattern') return;
  if ('type' in value && typeof value.type === 'string') yield value as ESTree.Node;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

const LEVEL = /^(?:trace|debug|info|warn|error|fatal)$/;

/** The first argument of each `log.info(…)` or `log[level](…)`, where that is no text. */
function givenToLog(file: readonly ESTree.Node[]): readonly ESTree.Node[] {
  return file.flatMap((node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    const { object, property, computed } = node.callee;
    const log = object.type === 'MemberExpression' ? object.property : object;
    const isLevel = computed || (property.type === 'Identifier' && LEVEL.test(property.name));
    const [given] = node.arguments;
    if (log.type !== 'Identifier' || !/^(?:log|bolt)$/.test(log.name) || !isLevel || !given) return [];
    return given.type === 'Literal' || given.type === 'TemplateLiteral' ? [] : [given];
  });
}

/** The names of fields that are written in it, or listed, and of what it takes its fields from as a whole. */
function namesIn(written: ESTree.Node) {
  const names: string[] = [];
  const wholes: { readonly name: string; readonly isField: boolean }[] = [];
  const takeWhole = (node: ESTree.Node, isField: boolean) => {
    if (node.type === 'CallExpression') takeWhole(node.callee, isField);
    else if (node.type === 'Identifier') wholes.push({ name: node.name, isField });
    else if (node.type === 'ConditionalExpression') {
      takeWhole(node.consequent, isField);
      takeWhole(node.alternate, isField);
    }
  };
  if (written.type !== 'ObjectExpression') takeWhole(written, false);
  if (written.type === 'ArrayExpression') {
    names.push(...written.elements.flatMap((one) => (one?.type === 'Literal' ? String(one.value) : [])));
  }
  for (const node of nodesIn(written)) {
    if (node.type === 'SpreadElement') takeWhole(node.argument, false);
    if (node.type !== 'Property' && node.type !== 'TSPropertySignature') continue;
    if (node.key.type === 'Identifier') names.push(node.key.name);
    if (node.type === 'Property' && node.shorthand) takeWhole(node.value, true);
  }
  return { names, wholes };
}

/** Variables, functions and types of that name, each by what its fields are written in. */
function declarationsOf(name: string, file: readonly ESTree.Node[]): readonly ESTree.Node[] {
  return file.flatMap((node): readonly ESTree.Node[] => {
    switch (node.type) {
      case 'VariableDeclarator':
        return node.id.type === 'Identifier' && node.id.name === name && node.init ? [node.init] : [];
      case 'FunctionDeclaration':
        return node.id?.name === name && node.body ? [node.body] : [];
      case 'TSInterfaceDeclaration':
        return node.id.name === name ? [node.body] : [];
      default:
        return [];
    }
  });
}
