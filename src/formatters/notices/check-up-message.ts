import type { CheckUp } from '../../domain/check-up.ts';
import type { FailureText } from '../../words/en/failure.ts';
import { limitLines } from '../details/details-blocks.ts';
import { dateToken, MOMENT_FORMAT } from '../kit/date-token.ts';
import { CUTS } from '../kit/limits.ts';
import { bold, bullets, line, plain, richText } from '../kit/rich-text.ts';
import { OUTAGE_SIGN, VERDICT_SIGN } from '../kit/signs.ts';
import { escapeMrkdwn, plainText } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';

/** How it stands with app and service: what a look-up meets, then the details, the limits and the versions. */
export function formatCheckUp(checkUp: CheckUp, context: FormatContext): Message {
  const { words } = context;
  const lead = leadOf(checkUp, context);
  const details = detailsOf(checkUp, context);
  const limits = limitLines(checkUp.thresholds, words);
  const program = words.checkUp.versions(checkUp.programVersion, checkUp.nodeVersion);
  return toMessage(
    [lead.text, ...details, words.details.headings.limits, ...limits, program],
    [
      { type: 'section', text: { type: 'mrkdwn', text: lead.markup } },
      richText(bullets(...details.map((text) => line(plain(text))))),
      richText(
        line(bold(words.details.headings.limits)),
        bullets(...limits.map((text) => line(plain(text)))),
      ),
      { type: 'context', elements: [plainText(program)] },
    ],
  );
}

interface Lead {
  readonly markup: string;
  readonly text: string;
}

/** What people met counts more than what a connection or a sign-in says, over which no account was asked for. */
function leadOf({ failing, signIn, connection }: CheckUp, { words, nowMs }: FormatContext): Lead {
  const { checkUp, failure, time } = words;
  if (failing !== undefined) {
    const { sinceMs, reason, retryAfterMs } = failing;
    const fallback = time.moment({ atMs: sinceMs, zoneId: 'UTC', nowMs });
    const since = dateToken(sinceMs, MOMENT_FORMAT, fallback);
    const why = sentences(failure.unavailable[reason](retryAfterMs));
    return {
      markup: `${OUTAGE_SIGN} *${checkUp.failing(since)}* ${escapeMrkdwn(why)}`,
      text: `${OUTAGE_SIGN} ${checkUp.failing(fallback)} ${why}`,
    };
  }
  if (signIn.kind === 'not-signed-in') {
    return toLead(OUTAGE_SIGN, checkUp.notSignedIn, sentences(failure.unavailable[signIn.reason](undefined)));
  }
  if (connection.kind === 'not-opened') {
    return toLead(OUTAGE_SIGN, checkUp.notOpened(tidy(connection.reason, CUTS.fact)));
  }
  return toLead(VERDICT_SIGN.healthy, checkUp.well);
}

function toLead(sign: string, says: string, more = ''): Lead {
  const tail = more && ` ${more}`;
  return { markup: `${sign} *${escapeMrkdwn(says)}*${escapeMrkdwn(tail)}`, text: `${sign} ${says}${tail}` };
}

const sentences = ({ what, next }: FailureText) => `${what} ${next}`;

/** Without what the lead has said. */
function detailsOf(checkUp: CheckUp, { words, nowMs }: FormatContext): string[] {
  const { failing, answeredAtMs, connection, signIn } = checkUp;
  const { checkUp: says, details, failure, time } = words;
  const lines = [
    answeredAtMs === undefined ? says.noneAnswered : says.lastAnswer(time.ago(nowMs - answeredAtMs)),
  ];
  if (signIn.kind === 'signed-in') {
    lines.push(says.signedIn(time.duration(signIn.expiresAtMs - nowMs)));
  } else if (failing !== undefined) {
    const why =
      signIn.reason === failing.reason ? '' : ` ${failure.unavailable[signIn.reason](undefined).what}`;
    lines.push(`${says.notSignedIn}${why}`);
  }
  if (connection.kind === 'opened') lines.push(says.opened(connection.durationMs));
  else if (failing !== undefined || signIn.kind === 'not-signed-in') {
    lines.push(says.notOpened(tidy(connection.reason, CUTS.fact)));
  }
  if (signIn.kind === 'signed-in') {
    const { id, assumedFrom } = signIn.zone;
    lines.push(says.zone(details.zone(time.zone(id), assumedFrom)));
  }
  return lines;
}
