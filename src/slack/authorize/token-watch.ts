import type { WebClient } from '@slack/web-api';
import { type CallSlack, type CallSlackDeps, createCallSlack } from '../web-api/create-call-slack.ts';

export interface TokenWatchDeps extends CallSlackDeps {
  readonly auth: () => Pick<WebClient['auth'], 'test'>;
}

/** Whether Slack still takes the bot token. */
export function createTokenWatch(deps: TokenWatchDeps) {
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
    /** Learns from each call; every call with the bot token goes through it. */
    callSlack,
    /**
     * Slack's word, such as `token_revoked`, while it refuses the token; undefined while it takes it. As long as there is one,
     * each question has Slack asked again: behind a load balancer that goes by it, no other call might be made.
     */
    refusal() {
      if (refusal !== undefined) void check();
      return refusal;
    },
    /** Asks Slack now. Never rejects. */
    check,
  };
}
