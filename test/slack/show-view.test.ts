import type { ModalView } from '@slack/types';
import { expect, test } from 'vitest';
import { showView } from '../../src/slack/windows.ts';

const view = (title: string): ModalView => ({
  type: 'modal',
  title: { type: 'plain_text', text: title },
  blocks: [],
});

/** The views that are shown and filled in, in order, by title and id. */
async function shownBy(work: Promise<ModalView>, withinMs: number, answer: () => void) {
  const seen: (readonly [title: string, id: string | undefined])[] = [];
  const see = (shown: ModalView) => void seen.push([shown.title.text, shown.external_id]);
  const became = await showView(
    {
      async fill(args) {
        see(args.view as ModalView);
        return { kind: 'done', value: { ok: true } };
      },
    },
    {
      work,
      withinMs,
      loading: () => view('loading'),
      async show(shown) {
        see(shown);
        answer();
        return { isOpen: true, mayBeOpen: true };
      },
    },
  );
  return { became, seen };
}

test('a view that is filled in keeps its id', async () => {
  const { promise, resolve } = Promise.withResolvers<ModalView>();
  const { became, seen } = await shownBy(promise, 0, () => resolve(view('answer')));
  const [[, id] = []] = seen;
  expect(id).toBeTypeOf('string');
  expect([became, seen]).toEqual([
    'filled',
    [
      ['loading', id],
      ['answer', id],
    ],
  ]);
});

test('a view that is shown at once has a new id, so that what fills in an earlier one does not find it', async () => {
  const show = () => shownBy(Promise.resolve(view('answer')), 1_000, () => {});
  const [first, second] = [await show(), await show()];
  expect([first.became, second.became]).toEqual(['at-once', 'at-once']);
  expect(first.seen[0]?.[1]).toBeTypeOf('string');
  expect(first.seen[0]?.[1]).not.toBe(second.seen[0]?.[1]);
});
