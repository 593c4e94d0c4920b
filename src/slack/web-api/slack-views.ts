import type {
  ViewsOpenArguments,
  ViewsOpenResponse,
  ViewsPublishArguments,
  ViewsPublishResponse,
  ViewsPushArguments,
  ViewsPushResponse,
  ViewsUpdateArguments,
  ViewsUpdateResponse,
  WebClient,
} from '@slack/web-api';
import type { Called, CallSlack } from './create-call-slack.ts';

/** Modals and Homes in Slack. As with `CallSlack`, a failure is a value, counted and in the log by then. */
export interface SlackViews {
  open(args: ViewsOpenArguments): Promise<Called<ViewsOpenResponse>>;
  /** On top of the modal in which the trigger was made. */
  push(args: ViewsPushArguments): Promise<Called<ViewsPushResponse>>;
  update(args: ViewsUpdateArguments): Promise<Called<ViewsUpdateResponse>>;
  publish(args: ViewsPublishArguments): Promise<Called<ViewsPublishResponse>>;
}

export function createSlackViews(client: () => Pick<WebClient, 'views'>, callSlack: CallSlack): SlackViews {
  return {
    open: (args) => callSlack('views.open', () => client().views.open(args)),
    push: (args) => callSlack('views.push', () => client().views.push(args)),
    update: (args) => callSlack('views.update', () => client().views.update(args)),
    publish: (args) => callSlack('views.publish', () => client().views.publish(args)),
  };
}
