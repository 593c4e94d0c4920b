import { readSettings } from '../../src/read-settings.ts';

/** The settings that a start needs. */
export const MINIMAL = {
  SLACK_BOT_TOKEN: 'xoxb-secret-bot-token',
  SLACK_APP_TOKEN: 'xapp-secret-app-token',
  BACKUP_SERVICE_URL: 'https://backup.example/api',
  BACKUP_SERVICE_USERNAME: 'svc@example.com',
  BACKUP_SERVICE_PASSWORD: 'correct horse',
};

/** The problems of these settings. */
export const problemsOf = (environment: Record<string, string | undefined>) => {
  const result = readSettings(environment);
  return result.kind === 'invalid' ? result.problems : [];
};
