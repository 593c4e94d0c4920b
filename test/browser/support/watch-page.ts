import type { Page } from 'playwright-core';

/** Problems of the page: console errors and warnings, uncaught errors, failed requests, answers with 400 or above. */
export function watchPage(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason given';
    // The page itself closes its event stream when another person is chosen.
    if (reason === 'net::ERR_ABORTED' && new URL(request.url()).pathname === '/events') return;
    problems.push(`failed: ${request.method()} ${request.url()} (${reason})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}
