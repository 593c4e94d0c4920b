import { expect, test } from 'vitest';
import { HttpError, TimeoutError } from '../../../src/backup-service/errors.ts';
import { SupersededError } from '../../../src/backup-service/http/abort.ts';
import { type RequestPart, withSecondRequest } from '../../../src/backup-service/http/with-second-request.ts';

const operation = 'general-info';
const http = (status: number) => new HttpError({ operation, status });
const LATE = new TimeoutError({ operation, waitingFor: 'response' });

/** Two requests under way, and what comes of them. */
function setUp() {
  const sent: (RequestPart & PromiseWithResolvers<string>)[] = [];
  const result = withSecondRequest(new AbortController().signal, (part) => {
    const answer = Promise.withResolvers<string>();
    sent.push({ ...part, ...answer });
    return answer.promise;
  });
  sent[0]?.whenSlow?.();
  const [first, second] = sent;
  if (first === undefined || second === undefined) throw new Error('two are sent');
  return { result, first, second };
}

test.each(['first', 'second'] as const)('the answer to the %s counts, and neither goes on', async (which) => {
  const parts = setUp();
  parts[which].resolve(which);
  await expect(parts.result).resolves.toBe(which);
  expect(parts.first.signal.reason).toBeInstanceOf(SupersededError);
  expect(parts.second.signal.reason).toBeInstanceOf(SupersededError);
});

test.each(['first', 'second'] as const)('a 404 to the %s is an answer', async (which) => {
  const parts = setUp();
  parts[which].reject(http(404));
  await expect(parts.result).rejects.toMatchObject({ status: 404 });
});

test('a failure that may be repeated waits for the other request', async () => {
  const { result, first, second } = setUp();
  first.reject(http(503));
  second.resolve('fine');
  await expect(result).resolves.toBe('fine');
});

test('when both have failed the earlier failure is told', async () => {
  const { result, first, second } = setUp();
  second.reject(http(503));
  first.reject(LATE);
  await expect(result).rejects.toMatchObject({ status: 503 });
});

test('the second is not followed by a third', () => {
  expect(setUp().second.whenSlow).toBeUndefined();
});
