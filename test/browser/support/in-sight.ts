import type { Page } from 'playwright-core';
import { vi } from 'vitest';

/** The text of the modal, or of the channel or Home, that nothing covers or cuts off. */
const WORDS_IN_SIGHT = `(() => {
  const root = document.querySelector('dialog') ?? document.querySelector('main');
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const isOnTop = (node, x, y) => document.elementFromPoint(x, y)?.contains(node) ?? false;
  const inSight = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    for (const { index, 0: word } of node.data.matchAll(/\\S+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()];
      const isSeen = ({ left, width, top, bottom }) =>
        isOnTop(node, left + width / 2, top + 2) && isOnTop(node, left + width / 2, bottom - 2);
      if (boxes.length > 0 && boxes.every(isSeen)) inSight.push(word);
    }
  }
  return inSight.join(' ');
})()`;

/** Waits until the parts can be read in this order without scrolling. Throws with the first that cannot. */
export async function expectInSight(page: Page, parts: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const inSight = await page.evaluate<string>(WORDS_IN_SIGHT);
      const missing = firstMissing(inSight, parts);
      if (missing !== undefined) throw new Error(`not in sight: ${missing}\nin sight: ${inSight}`);
    },
    { timeout: 10_000, interval: 50 },
  );
}

/** Ignores line breaks and blanks, because a part may be drawn as several elements. */
function firstMissing(inSight: string, parts: readonly string[]): string | undefined {
  let rest = withoutBlanks(inSight);
  for (const part of parts) {
    const wanted = withoutBlanks(part);
    const index = rest.indexOf(wanted);
    if (index === -1) return part;
    rest = rest.slice(index + wanted.length);
  }
  return undefined;
}

const withoutBlanks = (text: string) => text.replaceAll(/\s/gu, '');
