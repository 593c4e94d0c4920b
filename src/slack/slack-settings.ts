/** Where Slack is, and how the app is known there. */
export interface SlackSettings {
  readonly botToken: string;
  /** With its final slash. */
  readonly apiUrl: string;
  readonly transport:
    | { readonly kind: 'socket'; readonly appToken: string; readonly sockets: number }
    | {
        readonly kind: 'http';
        readonly signingSecret: string;
        readonly host: string;
        readonly port: number;
      };
}
