import type { WebClient } from '@slack/web-api';
import { type CallSlack, type CallSlackDeps, createCallSlack } from '../web-api/create-call-slack.ts';

/** Whether Slack still takes the bot token. */
export interface TokenWatch {
  /** Learns from each call; every call with the bot token goes through it. */
  readonly callSlack: CallSlack;
  /** Slack's word, such as `token_revoked`, while it refuses the token; undefined while it takes it. */
  refusal(): string | undefined;
  /** Asks Slack now. Never rejects. */
  check(): Promise<void>;
  /** Asks from now on in between, so that a token which nobody uses is found dead too. */
  start(): void;
  stop(): void;
}

export interface TokenWatchDeps extends CallSlackDeps {
  readonly auth: () => Pick<WebClient['auth'], 'test'>;
  /** Default: five minutes. */
  readonly tokenCheckEveryMs?: number | undefined;
}

const CHECK_EVERY_MS = 5 * 60_000;

export function createTokenWatch(deps: TokenWatchDeps): TokenWatch {
  const { auth, tokenCheckEveryMs = CHECK_EVERY_MS, log } = deps;
  const call = createCallSlack(deps);
  let refusal: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const callSlack: CallSlack = async (...args) => {
    const called = await call(...args);
    if (called.kind === 'signed-out') refusal = called.error;
    else if (called.kind === 'done' && refusal !== undefined) {
      refusal = undefined;
      log.info('Slack takes the bot token again');
    }
    return called;
  };

  async function check(): Promise<void> {
    await callSlack('auth.test', () => auth().test());
  }

  return {
    callSlack,
    refusal: () => refusal,
    check,
    start() {
      timer = setInterval(check, tokenCheckEveryMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
