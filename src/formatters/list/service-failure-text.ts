import { failureText, isRetryFutile } from '../failure/failure-text.ts';
import { dateToken } from '../kit/date-token.ts';
import type { FormatContext } from '../message.ts';
import type { ServiceFailure } from './service-failure.ts';

/** What ails the service, said once for all accounts, as markup and as a plain line. */
export function serviceFailureText(
  { failure, readAtMs }: ServiceFailure,
  { nowMs, words }: FormatContext,
): { readonly markup: string; readonly plain: string } {
  const { what, next } = failureText(failure, words);
  const lead = `⚠️ *${what}*`;
  if (readAtMs === undefined) return { markup: `${lead} ${next}`, plain: `${what} ${next}` };
  const [newest, oldest] = [nowMs - readAtMs.newest, nowMs - readAtMs.oldest].map(words.time.duration);
  const ago = words.time.ago(nowMs - readAtMs.oldest);
  const showing = (oldestAgo: string) => words.home.showingEarlier(newest ?? '', oldest ?? '', oldestAgo);
  const tail = isRetryFutile(failure) ? ` · ${next}` : '';
  return {
    markup: `${lead} ${showing(dateToken(readAtMs.oldest, '{ago}', ago))}${tail}`,
    plain: `${what} ${showing(ago)}${tail}`,
  };
}
