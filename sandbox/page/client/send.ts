import type { ActRequest, ActResult, Control } from '../page-state.ts';

interface Bodies {
  readonly '/act': ActRequest;
  readonly '/control': Control;
}

/** Posts to the page's server. Resolves with what went wrong, in a sentence; undefined when nothing did. */
export async function send<Path extends keyof Bodies>(
  path: Path,
  body: Bodies[Path],
): Promise<string | undefined> {
  try {
    const response = await fetch(`.${path}`, {
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
