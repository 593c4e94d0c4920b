import { isJsonObject } from './json.ts';

const ESCAPED_KEYS: readonly string[] = ['block_id', 'action_id', 'value'];
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeText = (text: string) =>
  text.replace(/&(?!(?:amp|lt|gt);)|[<>]/g, (character) => ENTITIES[character] ?? character);

/** Slack hands ids, values and plain text of blocks back with `&`, `<` and `>` as entities (bolt-python#513). */
export function escapeBlocks<T>(value: T): T;
export function escapeBlocks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => escapeBlocks<unknown>(inner));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isEscaped = ESCAPED_KEYS.includes(key) || (key === 'text' && value.type === 'plain_text');
      return [key, isEscaped && typeof inner === 'string' ? escapeText(inner) : escapeBlocks<unknown>(inner)];
    }),
  );
}
