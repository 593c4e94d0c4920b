import { expect, test } from 'vitest';
import { routeById } from '../../../src/slack/actions/route-by-id.ts';

function setUp() {
  const heard: string[] = [];
  const hear = (name: string) => async () => void heard.push(name);
  const dispatch = routeById<{ readonly id: string }>(
    ({ id }) => id,
    [
      ['refresh', hear('refresh')],
      [/^open_\d$/, hear('open')],
      ['open_1', hear('too late')],
    ],
  );
  return { dispatch, heard };
}

test('the first that is for the id, by its name or by its pattern', async () => {
  const { dispatch, heard } = setUp();
  for (const id of ['refresh', 'open_1', 'open_2']) await dispatch({ id });
  expect(heard).toEqual(['refresh', 'open', 'open']);
});

test('nobody for an id that is not known, nor for one that only begins alike', async () => {
  const { dispatch, heard } = setUp();
  for (const id of ['refreshed', 're', 'open_12', '']) await dispatch({ id });
  expect(heard).toEqual([]);
});

test('rejects when the listener does', async () => {
  const broken = async () => Promise.reject(new Error('broken'));
  await expect(routeById(() => 'a', [['a', broken]])(undefined)).rejects.toThrow('broken');
});
