import type {
  ViewsOpenArguments,
  ViewsOpenResponse,
  ViewsPublishArguments,
  ViewsPublishResponse,
  ViewsUpdateArguments,
  ViewsUpdateResponse,
  WebClient,
} from '@slack/web-api';
import type { Called, CallSlack } from './create-call-slack.ts';

/** Modals and Homes in Slack. As with `CallSlack`, a failure is a value, counted and in the log by then. */
export interface SlackViews {
  open(args: ViewsOpenArguments): Promise<Called<ViewsOpenResponse>>;
  update(args: ViewsUpdateArguments): Promise<Called<ViewsUpdateResponse>>;
  publish(args: ViewsPublishArguments): Promise<Called<ViewsPublishResponse>>;
}

export function createSlackViews(client: () => Pick<WebClient, 'views'>, callSlack: CallSlack): SlackViews {
  return {
    open: (args) => callSlack('views.open', () => client().views.open(args)),
    update: (args) => callSlack('views.update', () => client().views.update(args)),
    publish: (args) => callSlack('views.publish', () => client().views.publish(args)),
  };
}
