import type { WebClient } from '@slack/web-api';
import { type CallSlack, type CallSlackDeps, createCallSlack } from '../web-api/create-call-slack.ts';

/** Whether Slack still takes the bot token. */
export interface TokenWatch {
  /** Learns from each call; every call with the bot token goes through it. */
  readonly callSlack: CallSlack;
  /**
   * Slack's word, such as `token_revoked`, while it refuses the token; undefined while it takes it. As long as there is one,
   * each question has Slack asked again: behind a load balancer that goes by it, no other call might be made.
   */
  refusal(): string | undefined;
  /** Asks Slack now. Never rejects. */
  check(): Promise<void>;
}

export interface TokenWatchDeps extends CallSlackDeps {
  readonly auth: () => Pick<WebClient['auth'], 'test'>;
}

export function createTokenWatch(deps: TokenWatchDeps): TokenWatch {
  const { auth, log } = deps;
  const call = createCallSlack(deps);
  let refusal: string | undefined;

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
    refusal() {
      if (refusal !== undefined) void check();
      return refusal;
    },
    check,
  };
}
