import type { InputBlock, ModalView, PlainTextOption } from '@slack/types';
import type { WatchTerms } from '../../watch/watch-list.ts';
import { input, modal, mrkdwn, option, plainText } from '../kit/blocks.ts';
import { TELL, WATCH_FORM } from '../kit/ids.ts';
import { type FormatContext, notice } from '../kit/message.ts';
import { cut } from '../kit/text.ts';

/** What stands in the modal in which a watch is made. */
export interface WatchForm {
  /** As it was typed. */
  readonly accounts: string;
  readonly tell: keyof typeof TELL;
  /** Absent: none is chosen. The modal then begins with the one in which it was opened, if it offers that. */
  readonly channelId?: string;
  readonly tellOf: WatchTerms['tellOf'];
  /** IANA name: whose nights are kept. */
  readonly zone: string;
  /** Why it was not saved: stands above everything else. */
  readonly problem?: { readonly what: string; readonly next: string };
}

/** As much as a command may hold. */
const ACCOUNTS_AT_MOST = 1_000;

export function formatWatchForm(form: WatchForm, { words }: FormatContext): ModalView {
  const { title, save, cancel, zone } = words.watches.form;
  const { problem } = form;
  return {
    ...modal({ title, close: cancel, submit: save }, [
      ...(problem ? notice(problem.what, problem.next).blocks : []),
      ...inputs(form, { words }),
      // A zone from Slack's profile: text from outside.
      { type: 'context', elements: [plainText(zone(form.zone))] },
    ]),
    callback_id: WATCH_FORM.callbackId,
  };
}

function inputs(
  { accounts, tell, channelId, tellOf }: WatchForm,
  { words }: Pick<FormatContext, 'words'>,
): InputBlock[] {
  const { form } = words.watches;
  const targets = [option(form.tellChannel, TELL.channel), option(form.tellMe, TELL.me)];
  const levels = [option(form.critical, 'critical'), option(form.attention, 'attention')];
  return [
    input(WATCH_FORM.accounts, form.accounts, {
      hint: form.accountsHint('20*'),
      element: {
        type: 'plain_text_input',
        action_id: WATCH_FORM.accounts,
        max_length: ACCOUNTS_AT_MOST,
        placeholder: plainText(form.accountsPlaceholder),
        initial_value: accounts !== '' ? cut(accounts, ACCOUNTS_AT_MOST) : undefined,
      },
    }),
    input(WATCH_FORM.tell, form.tell, {
      element: radio(WATCH_FORM.tell, targets, tell),
    }),
    input(WATCH_FORM.channel, form.channel, {
      hint: form.channelHint,
      optional: true,
      element: {
        type: 'conversations_select',
        action_id: WATCH_FORM.channel,
        // The filter does not apply to the people in direct messages, so none is offered.
        filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
        // Only Slack knows whether it offers the channel in which the modal was opened.
        ...(channelId === undefined
          ? { default_to_current_conversation: true }
          : { initial_conversation: channelId }),
      },
    }),
    input(WATCH_FORM.when, form.when, { element: radio(WATCH_FORM.when, levels, tellOf) }),
  ];
}

function radio(id: string, options: PlainTextOption[], chosen: string): InputBlock['element'] {
  const initial_option = options.find(({ value }) => value === chosen);
  return { type: 'radio_buttons', action_id: id, options, initial_option };
}

/** The same modal while and after it is saved. `said` is markup of ours. */
export const formatWatchSaved = (said: string, { words }: FormatContext): ModalView =>
  modal({ title: words.watches.form.title, close: words.watches.form.close }, [
    { type: 'section', text: mrkdwn(said) },
  ]);
