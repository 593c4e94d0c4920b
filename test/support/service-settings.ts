import type { ServiceDeps } from '../../src/service/client.ts';

/** The settings of a client for the service at `url`. */
export const serviceSettings = (
  { url, username = 'u', password = 'p' }: { url: string; username?: string; password?: string },
  changed: Partial<ServiceDeps['settings']> = {},
): ServiceDeps['settings'] => ({
  BACKUP_SERVICE_URL: url,
  BACKUP_SERVICE_USERNAME: username,
  BACKUP_SERVICE_PASSWORD: password,
  BACKUP_SERVICE_MAX_CONCURRENT: 8,
  ...changed,
});
