import type { ActResult } from '../page-state.ts';

/** Posts to the page's server. Resolves with what went wrong, in a sentence; undefined when nothing did. */
export async function send(path: '/act' | '/control', body: object): Promise<string | undefined> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as ActResult;
    return answer.ok ? undefined : answer.error;
  } catch {
    return 'The sandbox does not answer. Is it still running?';
  }
}
