import { describe, expect, test } from 'vitest';
import type { Fault } from '../../sandbox/backup-service/faults.ts';
import { serviceFailure } from '../../src/cli/service-failure.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { connect, startReference } from '../service/support.ts';

/** What the doctor says of a login that meets the fault. */
async function failureWith(fault: Fault) {
  const reference = await startReference();
  reference.addFault(fault);
  const { service } = connect(reference);
  const error = await service.signIn().catch((thrown: unknown) => thrown);
  if (!(error instanceof ServiceError)) throw error;
  const [message, fix] = serviceFailure(error);
  return { message, fix };
}

describe('a login that is answered', () => {
  test('by a redirect: from another address', async () => {
    const fault: Fault = {
      kind: 'status',
      status: 301,
      headers: { location: 'https://new.example/api/login' },
    };
    await expect(failureWith(fault)).resolves.toEqual({
      message: 'login is answered from another address (HTTP 301)',
      fix: expect.stringMatching(/^Check BACKUP_SERVICE_URL: redirects are not followed/),
    });
  });

  test.each([401, 403, 404])('by a page with %i: by something in front of the service', async (status) => {
    await expect(failureWith({ kind: 'html-page', status })).resolves.toEqual({
      message: `login answers HTTP ${status}, and not in the form of the service: something in front of it answers`,
      fix: expect.stringMatching(/BACKUP_SERVICE_URL.*proxy or firewall/),
    });
  });
});
