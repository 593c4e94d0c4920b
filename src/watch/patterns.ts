// What a place watches: an account by its id, all whose ids begin alike (`20*`), or all (`*`). A pattern is looked up
// whenever it matters and never copied: what the list holds later is covered too.

/** Of one channel or person. */
export const MAX_WATCHES = 50;

/** Whether it covers all ids that begin like it. Any other pattern is an id. */
export const isPrefix = (pattern: string): boolean => pattern.endsWith('*');

export const covers = (pattern: string, id: string): boolean =>
  pattern === id || (isPrefix(pattern) && id.startsWith(pattern.slice(0, -1)));

/** All patterns that cover an id; as many as it has characters, and two. */
export function patternsCovering(id: string): readonly string[] {
  const characters = [...id];
  const beginnings = characters.map((_, length) => characters.slice(0, length).join(''));
  return [id, ...[...beginnings, id].map((beginning) => `${beginning}*`)];
}

/** Whether a place has no room for all that should be watched there. What it watches already needs none. */
export function isTooMany(watched: readonly string[], wanted: readonly string[]): boolean {
  const all = new Set([...watched, ...wanted]);
  return all.size > new Set(watched).size && all.size > MAX_WATCHES;
}
