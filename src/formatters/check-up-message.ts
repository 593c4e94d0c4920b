import type { CheckUp } from '../domain/check-up.ts';
import { limitLines } from './details-blocks.ts';
import { CUTS } from './limits.ts';
import { type FormatContext, type Message, toMessage } from './message.ts';
import { bold, bullets, line, plain, richText } from './rich-text.ts';
import { VERDICT_SIGN } from './signs.ts';
import { plainText } from './text-objects.ts';
import { tidy } from './tidy.ts';

/** How it stands with app and service: what is, then the limits, then the versions. */
export function formatCheckUp(checkUp: CheckUp, context: FormatContext): Message {
  const { words } = context;
  const { title, versions } = words.checkUp;
  const state = [serviceLine(checkUp, context), signInLine(checkUp, context), lastReadLine(checkUp, context)];
  if (checkUp.signIn.kind === 'signed-in') {
    const { id, assumedFrom } = checkUp.signIn.zone;
    state.push(words.checkUp.zone(words.details.zone(words.time.zone(id), assumedFrom)));
  }
  const limits = limitLines(checkUp.thresholds, words);
  const program = versions(checkUp.programVersion, checkUp.nodeVersion);
  return toMessage(
    [title, ...state, words.details.headings.limits, ...limits, program],
    [
      richText(line(bold(title)), bullets(...state.map((text) => line(plain(text))))),
      richText(
        line(bold(words.details.headings.limits)),
        bullets(...limits.map((text) => line(plain(text)))),
      ),
      { type: 'context', elements: [plainText(program)] },
    ],
  );
}

function serviceLine({ service }: CheckUp, { words: { checkUp } }: FormatContext): string {
  return service.kind === 'reached'
    ? `${VERDICT_SIGN.healthy} ${checkUp.reached(service.durationMs)}`
    : `${VERDICT_SIGN.critical} ${checkUp.notReached(tidy(service.reason, CUTS.fact))}`;
}

function signInLine({ signIn }: CheckUp, { words, nowMs }: FormatContext): string {
  if (signIn.kind === 'signed-in') {
    return `${VERDICT_SIGN.healthy} ${words.checkUp.signedIn(words.time.duration(signIn.expiresAtMs - nowMs))}`;
  }
  const { what, next } = words.failure.unavailable[signIn.reason](undefined);
  return `${VERDICT_SIGN.critical} ${words.checkUp.notSignedIn} ${what} ${next}`;
}

function lastReadLine({ lastReadAtMs }: CheckUp, { words, nowMs }: FormatContext): string {
  if (lastReadAtMs === undefined) return words.checkUp.noneRead;
  return words.checkUp.lastRead(words.time.ago(nowMs - lastReadAtMs));
}
