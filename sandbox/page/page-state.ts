// sandbox/page/ owns the workspace in a browser: what it shows, and what a person may do and switch there.
// It must never know src, and nothing of it is shipped.

import type { RequestCounts } from '../backup-service/request-log.ts';
import type { SubmitValues } from '../slack/client/fill-in.ts';
import type { PressTarget } from '../slack/client/screen.ts';
import type { SeenMessage, View } from '../slack/client/seen.ts';
import type { ChannelName, User } from '../slack/state/workspace.ts';

/** All that one person sees; JSON, so absence is null. */
export interface PageState {
  readonly person: Pick<User, 'id' | 'name' | 'realName' | 'kind' | 'locale'>;
  /** Those whose eyes one can look through: two members, a guest, somebody of another organisation. */
  readonly people: readonly Pick<User, 'id' | 'name' | 'realName' | 'kind'>[];
  /** `direct` is missing for a person who has no direct messages with the app. */
  readonly channels: readonly PageChannel[];
  /** Null until the app has published one. */
  readonly home: View | null;
  /** The top of the stack of modals. */
  readonly modal: View | null;
  /** Names to show, by user id. */
  readonly users: Readonly<Record<string, string>>;
  readonly commands: readonly SlashCommand[];
  /** What the menu of a message offers. */
  readonly shortcuts: readonly MessageShortcut[];
  readonly service: PageService;
  /** How far ahead of this machine the clocks of Slack, bot and reference service are. */
  readonly clock: { readonly offsetMinutes: number };
  readonly transport: 'socket' | 'http';
  /** Sockets that can get payloads. */
  readonly sockets: number;
}

export interface PageChannel {
  readonly id: string;
  readonly name: ChannelName | 'direct';
  readonly isMember: boolean;
  /** With people of another organisation. */
  readonly isShared: boolean;
  /** Oldest first; none where the person is no member. */
  readonly messages: readonly PageMessage[];
}

export interface PageMessage extends SeenMessage {
  readonly authorName: string;
  readonly isApp: boolean;
  readonly atMs: number;
}

/** As manifest.yml declares it. */
export interface SlashCommand {
  readonly command: string;
  readonly description: string;
  readonly usage_hint: string;
}

/** The same for a message shortcut. */
export interface MessageShortcut {
  readonly name: string;
  readonly callback_id: string;
}

export interface PageService {
  /** Whether it can be switched: a service of one's own has no accounts to list, no faults and no counts. */
  readonly isReference: boolean;
  readonly url: string;
  readonly accounts: readonly { readonly id: string; readonly title: string }[];
  readonly fault: ServiceFault;
  readonly counts: RequestCounts | null;
}

/** What is wrong with the reference service; `none`: nothing. */
export type ServiceFault =
  | 'none'
  | 'down'
  | 'slow'
  | 'unauthorized'
  | 'server-error'
  | 'html'
  | 'rate-limited';

/** One exchange. An entry with an id that is already known replaces the one before. */
export interface TrafficEntry {
  readonly id: number;
  readonly atMs: number;
  readonly summary: string;
  readonly direction: 'to-bot' | 'from-bot' | 'service';
  /** To the acknowledgement or answer; absent while it is awaited and where nothing is measured. */
  readonly ms?: number;
  /** The whole record, secrets masked. */
  readonly detail: unknown;
}

/** What a person does; `channel` and `target.in` are names as in `PageChannel`, `home` or `modal`. */
export type Act =
  | { readonly kind: 'command'; readonly channel: string; readonly line: string }
  | { readonly kind: 'say'; readonly channel: string; readonly text: string }
  | { readonly kind: 'shortcut'; readonly callbackId: string; readonly messageTs: string }
  | { readonly kind: 'press'; readonly target: PressTarget; readonly typed?: SubmitValues }
  | { readonly kind: 'type'; readonly target: PressTarget; readonly text: string }
  | { readonly kind: 'submit'; readonly values: SubmitValues }
  | { readonly kind: 'close-modal' }
  | { readonly kind: 'open-home' }
  | { readonly kind: 'reload' };

/** The body of `POST /act`. */
export interface ActRequest {
  readonly person: string;
  readonly act: Act;
}

/** The body of `POST /control`. */
export type Control =
  | { readonly kind: 'service-fault'; readonly fault: ServiceFault }
  | { readonly kind: 'advance-clock'; readonly minutes: number }
  | { readonly kind: 'reset-clock' }
  | { readonly kind: 'run-backups' }
  | { readonly kind: 'expire-token' }
  | { readonly kind: 'refresh-socket' }
  /** Of the person's Slack. */
  | { readonly kind: 'set-locale'; readonly person: string; readonly locale: Locale };

export type Locale = 'en-GB' | 'tr-TR';

/** The answer to both. `error` is what Slack's client, or the sandbox, would tell the person. */
export type ActResult = { readonly ok: true } | { readonly ok: false; readonly error: string };
