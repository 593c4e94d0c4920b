import { describe, expect, test } from 'vitest';
import { parseServiceOptions, SERVICE_USAGE } from '../../../sandbox/backup-service/service-options.ts';

test('no flags give port 3101 and the usual settings', () => {
  expect(parseServiceOptions([])).toEqual({
    kind: 'run',
    start: {
      port: 3101,
      tokenLifetimeMs: 3_600_000,
      utcOffset: '+03:00',
      singleToken: false,
      latencyMs: 0,
    },
    faults: [],
  });
});

test('every flag is read', () => {
  const args =
    '--port 0 --token-lifetime 1.5 --utc-offset=-03:30 --single-token --latency-ms 50 --username x --password y';
  expect(parseServiceOptions(args.split(' '))).toEqual({
    kind: 'run',
    start: {
      port: 0,
      tokenLifetimeMs: 1500,
      utcOffset: '-03:30',
      singleToken: true,
      latencyMs: 50,
      username: 'x',
      password: 'y',
    },
    faults: [],
  });
});

test('faults are read by account, for any id', () => {
  const args = ['--fault', '1002=503', '--fault', 'a=b=hang', '--fault', 'Müşteri 7/A %20=gzip'];
  expect(parseServiceOptions(args)).toMatchObject({
    faults: [
      { account: '1002', fault: { kind: 'status', status: 503 } },
      { account: 'a=b', fault: { kind: 'hang' } },
      { account: 'Müşteri 7/A %20', fault: { kind: 'gzip' } },
    ],
  });
});

describe('a mistake names its flag', () => {
  test.each([
    [['--port', 'x'], '--port'],
    [['--port', ''], '--port'],
    [['--port', '65536'], '--port'],
    [['--port', '80.5'], '--port'],
    [['--port=-1'], '--port'],
    [['--port'], '--port'],
    [['--token-lifetime', '0'], '--token-lifetime'],
    [['--token-lifetime', '1h'], '--token-lifetime'],
    [['--utc-offset', 'Istanbul'], '--utc-offset'],
    [['--utc-offset', '-03:30'], '--utc-offset=-'],
    [['--latency-ms', 'soon'], '--latency-ms'],
    [['--latency-ms', '3000000000'], '--latency-ms'],
    [['--username', ''], '--username'],
    [['--password='], '--password'],
    [['--fault', 'hang'], '--fault'],
    [['--fault', '=hang'], '--fault'],
    [['--fault', '1001=explode'], '--fault'],
    [['--fault', '1001=100'], '--fault'],
    [['--colour'], '--colour'],
    [['3101'], '3101'],
  ])('%j', (args, named) => {
    expect(parseServiceOptions(args)).toEqual({ kind: 'invalid', problem: expect.stringContaining(named) });
  });
});

test('help is help, and tells of every flag', () => {
  expect(parseServiceOptions(['--help'])).toEqual({ kind: 'help' });
  const flags = [
    'port',
    'token-lifetime',
    'utc-offset',
    'single-token',
    'latency-ms',
    'username',
    'password',
    'fault',
  ];
  for (const flag of flags) expect(SERVICE_USAGE).toContain(`--${flag} `);
});
