import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/domain/events.ts';
import { countRejections } from '../../../src/slack/pipeline/count-rejections.ts';
import { captureLog } from '../../support/capture-log.ts';

test('every refusal is counted, each reason is logged once a second at most', () => {
  const { log, lines } = captureLog();
  const events: AppEvent[] = [];
  let nowMs = 1_000;
  const refuse = countRejections(
    () => nowMs,
    log,
    (event) => events.push(event),
  );
  for (let count = 0; count < 100; count += 1) refuse('signature');
  refuse('stamp');
  nowMs += 1_001;
  refuse('signature');
  expect(events).toHaveLength(102);
  expect(events[0]).toEqual({ kind: 'request-refused' });
  expect(lines.map(({ reason }) => reason)).toEqual(['signature', 'stamp', 'signature']);
});

test('a clock that is set back does not silence the log', () => {
  const { log, lines } = captureLog();
  let nowMs = 1_000_000;
  const refuse = countRejections(() => nowMs, log);
  refuse('path');
  nowMs = 0;
  refuse('path');
  expect(lines).toHaveLength(2);
});
