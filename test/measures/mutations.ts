import { type ESTree, parseSync } from 'rolldown/utils';

/** One small change that makes a file wrong, or that no test needs to notice. */
export interface Mutation {
  /** The replaced range in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
};

const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  findLast: 'find',
  floor: 'ceil',
  ceil: 'floor',
};

/** Types do nothing at run time, and a wrong import fails everywhere. */
const NOT_RUN =
  /^(?:Import.*|ExportAllDeclaration|TS(?:Interface|TypeAlias|Module)Declaration|TSType(?:Annotation|Parameter.*))$/;

/** Every known change to a TypeScript file, in the order of its text. */
export function mutationsOf(source: string): readonly Mutation[] {
  const { program, errors } = parseSync('source.ts', source);
  if (errors[0]) throw new Error(errors[0].message);
  return [...nodesIn(program)]
    .flatMap((node) => changesOf(node, source))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function* nodesIn(value: unknown): Generator<ESTree.Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') {
    if (NOT_RUN.test(value.type)) return;
    yield value as ESTree.Node;
    // The type after `as` or `satisfies`.
    if (value.type.startsWith('TS') && 'expression' in value) return yield* nodesIn(value.expression);
  }
  for (const child of Object.values(value)) yield* nodesIn(child);
}

function changesOf(node: ESTree.Node, source: string): readonly Mutation[] {
  const textOf = ({ start, end }: ESTree.Node) => source.slice(start, end);
  const to = (...texts: readonly string[]) =>
    texts.map((text) => ({ start: node.start, end: node.end, text }));
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return node.operator === '??' ? to(textOf(node.left)) : otherOperators(node, source);
    case 'UnaryExpression':
      return node.operator === '!' ? to(textOf(node.argument)) : [];
    case 'Literal':
      return to(...otherValues(node.value));
    case 'TemplateLiteral':
      return to('``');
    case 'ConditionalExpression':
    case 'IfStatement':
      return ['true', 'false'].map((text) => ({ ...placeOf(node.test), text }));
    case 'ExpressionStatement':
      return isDone(node.expression) ? to(';') : [];
    case 'CallExpression':
      return otherMethods(node);
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return returnsAtOnce(node);
    default:
      return [];
  }
}

const placeOf = ({ start, end }: ESTree.Node) => ({ start, end });

type Operation = ESTree.BinaryExpression | ESTree.LogicalExpression | ESTree.AssignmentExpression;

function otherOperators(
  { operator, left, right }: Operation | ESTree.PrivateInExpression,
  source: string,
): readonly Mutation[] {
  const isText = [left, right].some(
    (side) => side.type === 'TemplateLiteral' || (side.type === 'Literal' && typeof side.value === 'string'),
  );
  if (operator.startsWith('+') && isText) return [];
  const start = source.indexOf(operator, left.end);
  return (OPERATORS[operator] ?? []).map((text) => ({ start, end: start + operator.length, text }));
}

function otherValues(value: unknown): readonly string[] {
  if (typeof value === 'boolean') return [String(!value)];
  // No test can notice one more millisecond in a minute.
  if (typeof value === 'number') {
    return (value < 1000 ? [value + 1, value - 1] : [value * 2, value / 2]).map(String);
  }
  return typeof value === 'string' && value !== '' ? ["''"] : [];
}

/** A call or an assignment whose value is not used. */
function isDone(expression: ESTree.Expression): boolean {
  const done = ['AwaitExpression', 'UnaryExpression'].includes(expression.type)
    ? (expression as ESTree.AwaitExpression).argument
    : expression;
  return done.type === 'CallExpression' || done.type === 'AssignmentExpression';
}

function otherMethods({ callee }: ESTree.CallExpression): readonly Mutation[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const other = Object.hasOwn(METHODS, callee.property.name) ? METHODS[callee.property.name] : undefined;
  return other === undefined ? [] : [{ ...placeOf(callee.property), text: other }];
}

function returnsAtOnce({ body }: ESTree.Function | ESTree.ArrowFunctionExpression): readonly Mutation[] {
  if (!body) return [];
  const nothing = 'undefined as never';
  if (body.type !== 'BlockStatement') return [{ ...placeOf(body), text: `(${nothing})` }];
  return body.body.length === 0 ? [] : [{ ...placeOf(body), text: `{ return ${nothing}; }` }];
}
