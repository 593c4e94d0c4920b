import { normalize } from './normalize.ts';
import { parseCommand } from './parse-command.ts';

/** In characters, not UTF-16 units. */
const MAX_NAME_LENGTH = 40;

/**
 * A name for a pin, read as the command would read it: without quotes or punctuation around it. Undefined for one that
 * could not be typed in place of an id: a word of ours, a mention, too long, nothing visible. The caller checks whether
 * anything was typed.
 */
export function parsePinName(typed: string): string | undefined {
  const folded = normalize(typed);
  const bare = parseCommand(folded);
  if (bare.kind !== 'lookup' && bare.kind !== 'invalid') return undefined;
  if (bare.kind === 'invalid' && bare.problem.kind === 'markup') return undefined;
  const [only, ...others] = bare.kind === 'lookup' && !bare.isShared ? bare.ids : [];
  const name = only !== undefined && others.length === 0 ? only : folded;
  const quoted = parseCommand(`"${name}"`);
  const comesBack = quoted.kind === 'lookup' && quoted.ids.length === 1 && quoted.ids[0] === name;
  return comesBack && [...name].length <= MAX_NAME_LENGTH ? name : undefined;
}
