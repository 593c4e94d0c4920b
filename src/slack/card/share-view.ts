import type { KnownBlock, ModalView } from '@slack/types';
import type { LookupOutcome } from '../../account/outcome.ts';
import { SHARE_VIEW } from '../kit/action-ids.ts';
import { input } from '../kit/inputs.ts';
import { type FormatContext, type Message, sentence } from '../kit/message.ts';
import { bold, bullets, line, plain, richText } from '../kit/rich-text.ts';
import { escapeMrkdwn, modal, mrkdwn, plainText } from '../kit/text-objects.ts';
import { cut } from '../kit/tidy.ts';
import type { NamedAccount } from './account-buttons.ts';
import { accountInList } from './account-name.ts';
import { failureText } from './failure-text.ts';

/** Reference, "input": `label`. */
const LABEL_AT_MOST = 2000;

/** Asks for the channel in which accounts or the person's summary are to be shared. `origin` comes back with it. */
export function formatShareView(
  shared: readonly NamedAccount[] | 'summary',
  origin: string,
  context: FormatContext,
): ModalView {
  const { title, submit, cancel, label, summary, hint, placeholder } = context.words.share;
  const what =
    shared === 'summary'
      ? summary
      : context.words.numbers.list(
          shared.map(({ id, displayName }) => accountInList(id, context, displayName)),
        );
  const field = input(SHARE_VIEW.blockId, cut(label(what), LABEL_AT_MOST), {
    hint,
    element: {
      type: 'conversations_select',
      action_id: SHARE_VIEW.actionId,
      placeholder: plainText(placeholder),
      focus_on_load: true,
      // The filter does not apply to the people in direct messages, so none is offered.
      filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
      // The card goes there with what Slack sends for it: the app needs no scope and need not be a member.
      response_url_enabled: true,
    },
  });
  return {
    ...modal({ title, close: cancel, submit }, [field]),
    callback_id: SHARE_VIEW.callbackId,
    private_metadata: origin,
  };
}

/** What became of it. `nothing`, `instead`: there is nothing to show in a channel; `refused`: Slack did not take it. */
export type ShareState =
  | { readonly kind: 'sharing' | 'refused' }
  | { readonly kind: 'instead'; readonly message: Message }
  | { readonly kind: 'shared'; readonly channelId: string }
  | { readonly kind: 'nothing'; readonly outcomes: readonly LookupOutcome[] };

/** The same modal once a channel was chosen. */
export function formatShareState(state: ShareState, context: FormatContext): ModalView {
  const { title, close } = context.words.share;
  return modal({ title, close }, stateBlocks(state, context));
}

function stateBlocks(state: ShareState, context: FormatContext): KnownBlock[] {
  const { share } = context.words;
  switch (state.kind) {
    case 'sharing':
      return sentence(share.sharing).blocks;
    case 'refused':
      return sentence(share.refused).blocks;
    case 'shared':
      return [{ type: 'section', text: mrkdwn(share.shared(`<#${escapeMrkdwn(state.channelId)}>`)) }];
    case 'instead':
      return state.message.blocks;
    case 'nothing': {
      const texts = state.outcomes.flatMap((outcome) => {
        if (outcome.kind === 'found') return [];
        const { what, next } = failureText(outcome, context.words);
        return [`${what} ${next}`];
      });
      const lines = [...new Set(texts)].map((text) => line(plain(text)));
      return [richText(line(bold(share.nothing)), bullets(...lines))];
    }
    default:
      return state satisfies never;
  }
}
