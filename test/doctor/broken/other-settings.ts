import { type Break, malformed } from './break.ts';

export const BROKEN_OTHER_SETTINGS: readonly Break[] = [
  malformed('WATCH_REQUESTS_PER_SECOND', '0', /must be a whole number from 1 to 100/),
  malformed('HEARTBEAT_URL', 'http://ping.example/1', /must be an https address/),
  {
    setting: 'DATABASE_URL',
    how: 'a password with signs that end the host',
    settings: ({ settings }) => settings({ DATABASE_URL: 'postgres://bot:hunter2/x@db:5432/backup' }),
    check: 'settings',
    message: /DATABASE_URL must be sqlite:.*%2F/,
    fix: /DATABASE_URL: Where pins/,
  },
  {
    setting: 'DATABASE_URL',
    how: 'a PostgreSQL that is not there',
    settings: ({ settings }) => settings({ DATABASE_URL: 'postgres://bot:hunter2@127.0.0.1:9/backup' }),
    check: 'database',
    message: /127\.0\.0\.1:9\/backup cannot be used/,
    fix: /PostgreSQL runs/,
  },
  {
    setting: 'DATABASE_URL',
    how: 'a file that is no database',
    settings: ({ settings, write }) => {
      const text = 'this is no database, and longer than a header has to be'.repeat(50);
      return settings({ DATABASE_URL: `sqlite:${write('no-database.db', text)}` });
    },
    check: 'database',
    message: /is damaged/,
    fix: /Restore it from a backup/,
  },
  {
    setting: 'ACCOUNT_RULES_FILE',
    how: 'not there',
    settings: ({ settings }) => settings({ ACCOUNT_RULES_FILE: '/nowhere/rules.yaml' }),
    check: 'account rules',
    message: /cannot be read \(ENOENT\)/,
    fix: /account-rules\.example\.yaml/,
  },
  {
    setting: 'ACCOUNT_RULES_FILE',
    how: 'with a word that it does not know',
    settings: ({ settings, write }) =>
      settings({
        ACCOUNT_RULES_FILE: write('rules.yaml', 'rules:\n  - accounts: ["1001"]\n    lateAftr: 3\n'),
      }),
    check: 'account rules',
    message: /rules\.yaml: .*lateAftr/,
    fix: /account-rules\.example\.yaml/,
  },
  malformed('OPERATIONS_PORT', 'none', /must be off, or a whole number/),
  malformed('BACKUP_LATE_AFTER_HOURS', '0', /must be a number of hours above 0/),
  malformed('BACKUP_STALE_AFTER_HOURS', '2', /must not be below BACKUP_LATE_AFTER_HOURS/),
  malformed('PACKAGE_ENDS_SOON_DAYS', '1.5', /must be a whole number/),
  malformed('LANGUAGE', 'de', /must be en or tr/),
  malformed('LOG_LEVEL', 'loud', /must be one of/),
];
