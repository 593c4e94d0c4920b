import { expect, test } from 'vitest';
import { toBoltLogger } from '../../../src/slack/web-api/bolt-logger.ts';
import { captureLog } from '../../support/capture-log.ts';

test("Bolt's lines come into our log, without those that print whole messages", () => {
  const { log, lines } = captureLog();
  const logger = toBoltLogger(log);
  logger.setName('socket-mode');
  logger.debug('Sending a WebSocket message: {"text":"bilgi@musteri.example"}');
  logger.info('connected', { sockets: 2 });
  logger.warn('late');
  logger.error(new TypeError('broken'));
  expect(lines.map(({ level, from, msg, err }) => [level, from, msg, err])).toEqual([
    [30, 'bolt', 'connected', undefined],
    [40, 'bolt', 'late', undefined],
    [50, 'bolt', 'Bolt reports an error', expect.objectContaining({ name: 'TypeError', message: 'broken' })],
  ]);
});

test('the level never asks for debug lines', () => {
  const logger = toBoltLogger(captureLog().log);
  expect(logger.getLevel()).toBe('info');
});
