import { type Break, malformed } from './break.ts';

export const BROKEN_SERVICE_SETTINGS: readonly Break[] = [
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'no such host',
    settings: ({ settings }) => settings({ BACKUP_SERVICE_URL: 'https://backup.invalid/api' }),
    check: 'sign-in',
    message: /there is no such host: /,
    fix: /slip, and the DNS/,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'nobody there',
    settings: ({ settings }) => settings({ BACKUP_SERVICE_URL: 'http://127.0.0.1:9/api' }),
    check: 'sign-in',
    message: /no connection to the service: ECONNREFUSED/,
    fix: /host and port in BACKUP_SERVICE_URL.*firewall/,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'https, where the service has none',
    settings: ({ settings, service }) =>
      settings({ BACKUP_SERVICE_URL: service.url.replace('http:', 'https:') }),
    check: 'sign-in',
    message: /no trust in the service: /,
    fix: /must be http:\/\//,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'without the api prefix',
    settings: ({ settings, service }) => settings({ BACKUP_SERVICE_URL: service.url.replace('/api', '') }),
    check: 'sign-in',
    message: /login answers HTTP 404/,
    fix: /must hold the api prefix/,
  },
  {
    setting: 'BACKUP_SERVICE_USERNAME',
    how: 'unknown',
    settings: ({ settings }) => settings({ BACKUP_SERVICE_USERNAME: 'nobody' }),
    check: 'sign-in',
    message: /refuses the user name or password/,
    fix: /BACKUP_SERVICE_USERNAME/,
  },
  {
    setting: 'BACKUP_SERVICE_PASSWORD',
    how: 'wrong',
    settings: ({ settings }) => settings({ BACKUP_SERVICE_PASSWORD: 'hunter2-the-password' }),
    check: 'sign-in',
    message: /refuses the user name or password/,
    fix: /BACKUP_SERVICE_PASSWORD/,
  },
  {
    setting: 'BACKUP_SERVICE_PASSWORD',
    how: 'in a file that is not there',
    settings: ({ settings }) =>
      settings({ BACKUP_SERVICE_PASSWORD: '', BACKUP_SERVICE_PASSWORD_FILE: '/nowhere/password' }),
    check: 'settings',
    message: /BACKUP_SERVICE_PASSWORD_FILE cannot be read: .*ENOENT/,
    fix: /Password of the service account/,
  },
  malformed('BACKUP_SERVICE_TIME_ZONE', 'Mars/Olympus', /must be a time zone/),
  malformed('BACKUP_SERVICE_MAX_CONCURRENT', '0', /must be a whole number from 1/),
];
