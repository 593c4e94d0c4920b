import type { z } from 'zod';
import type { Finding } from './problem.ts';
import { isObject, pointerTo } from './walk.ts';

type Path = readonly PropertyKey[];

const pointerOf = (path: Path) => path.reduce<string>(pointerTo, '');

const valueAt = (payload: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) || isObject(value) ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    payload,
  );

/** Slack's words for a value that is absent, of a wrong type, or not one of those allowed. */
function wrongValue(path: Path, value: unknown, wanted: string): Finding {
  if (value === undefined) {
    return { text: `missing required field: ${String(path.at(-1))}`, pointer: pointerOf(path.slice(0, -1)) };
  }
  const isType = path.at(-1) === 'type' && typeof value === 'string';
  return { text: isType ? `unsupported type: ${value}` : wanted, pointer: pointerOf(path) };
}

/** Slack's words for too much; its limits are stated as "less than n + 1". */
function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'array') return `no more than ${maximum} items allowed`;
  const limit = Number(maximum) + 1;
  return origin === 'string' ? `must be less than ${limit} characters` : `must be less than ${limit}`;
}

/** Slack's words for too little. */
function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'array') return `no less than ${minimum} items allowed`;
  const limit = Number(minimum) - 1;
  return origin === 'string' ? `must be more than ${limit} characters` : `must be more than ${limit}`;
}

/** What Slack would say about one failed check of `payload`; several findings when several unknown properties are meant. */
export function explainIssue(issue: z.core.$ZodIssue, payload: unknown): Finding[] {
  const pointer = pointerOf(issue.path);
  const value = valueAt(payload, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ text: `invalid additional property: ${key}`, pointer }));
    case 'invalid_type':
      return [wrongValue(issue.path, value, `must provide a valid ${issue.expected}`)];
    case 'invalid_union':
      return [wrongValue(issue.path, value, 'must provide a valid type')];
    case 'invalid_value':
      return [wrongValue(issue.path, value, `must be one of: ${issue.values.map(String).join(', ')}`)];
    case 'too_big':
      return [{ text: tooBig(issue), pointer }];
    case 'too_small':
      return [{ text: tooSmall(issue), pointer }];
    case 'invalid_format':
      return [{ text: `must be a valid ${issue.format === 'regex' ? 'value' : issue.format}`, pointer }];
    default:
      return [{ text: issue.message, pointer }];
  }
}
