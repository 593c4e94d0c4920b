import { expect, it } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatDefect, formatDefectView } from '../../../src/slack/kit/defect-message.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it('a fault of the app is admitted, with a reference and what to do', () => {
  const message = formatDefect('k3f9', PRIVATE);
  const lines = [words.command.defect, words.command.defectReference('k3f9')];
  expect(message.text).toBe(lines.join('\n'));
  expect(drawn(message.blocks)).toEqual(lines);
});

it('the same stands in a modal where there is no message to answer', () => {
  const view = formatDefectView('k3f9', PRIVATE);
  expect(validateView(view)).toEqual([]);
  expect(view.title.text).toBe(words.command.defectTitle);
  expect(drawn(view.blocks)).toEqual(drawn(formatDefect('k3f9', PRIVATE).blocks));
});
