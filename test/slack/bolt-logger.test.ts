import { expect, test } from 'vitest';
import { toBoltLogger } from '../../src/slack/bolt-logger.ts';
import { captureLog } from '../support/capture-log.ts';

test("Bolt's lines come into our log, without those that print whole messages", () => {
  const { log, lines } = captureLog();
  const logger = toBoltLogger(log);
  logger.setName('socket-mode');
  logger.debug('Sending a WebSocket message: {"text":"bilgi@musteri.example"}');
  logger.info('connected', { sockets: 2 });
  logger.warn('late');
  logger.error(new Error('broken'));
  expect(lines.map(({ level, from, msg }) => [level, from, msg.split('\n')[0]])).toEqual([
    [30, 'bolt', 'connected { sockets: 2 }'],
    [40, 'bolt', 'late'],
    [50, 'bolt', 'Error: broken'],
  ]);
});

test('nobody is told that debug lines are wanted', () => {
  const logger = toBoltLogger(captureLog().log);
  expect(logger.getLevel()).toBe('info');
});
