import type { Canvas } from './canvas.ts';

/** The few of Slack's emoji names that this app or its service is likely to send. */
const EMOJI: ReadonlyMap<string, string> = new Map([
  ['white_check_mark', '✅'],
  ['heavy_check_mark', '✔️'],
  ['warning', '⚠️'],
  ['rotating_light', '🚨'],
  ['question', '❓'],
  ['grey_question', '❔'],
  ['exclamation', '❗'],
  ['x', '❌'],
  ['large_green_circle', '🟢'],
  ['large_yellow_circle', '🟡'],
  ['red_circle', '🔴'],
  ['white_circle', '⚪'],
  ['arrows_counterclockwise', '🔄'],
  ['hourglass_flowing_sand', '⏳'],
  ['information_source', 'ℹ️'],
  ['pushpin', '📌'],
  ['star', '⭐'],
  ['mag', '🔍'],
  ['lock', '🔒'],
  ['key', '🔑'],
  ['bell', '🔔'],
  ['wave', '👋'],
  ['eyes', '👀'],
  ['tada', '🎉'],
  ['+1', '👍'],
]);

/** The text with known `:name:` codes as emoji; unknown ones stay as they are, and all of them in an exact drawing. */
export const drawEmojiNames = (text: string, { exact }: Pick<Canvas, 'exact'>): string =>
  exact ? text : text.replace(/:([a-z0-9_+-]+):/g, (code, name: string) => EMOJI.get(name) ?? code);
