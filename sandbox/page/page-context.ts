import type { Sandbox } from '../start-sandbox.ts';
import type { ServiceSwitch } from './create-service-switch.ts';
import type { TrafficLog } from './create-traffic-log.ts';
import type { MessageShortcut, SlashCommand } from './page-state.ts';

/** The parts of a sandbox that the page shows and switches. */
export type PageSandbox = Pick<
  Sandbox,
  | 'slack'
  | 'service'
  | 'serviceUrl'
  | 'onServed'
  | 'runBackups'
  | 'clock'
  | 'clockIsSet'
  | 'resetClock'
  | 'transport'
>;

/** What every request to the page's server works with. */
export interface PageContext {
  readonly sandbox: PageSandbox;
  readonly slashCommands: readonly SlashCommand[];
  readonly messageShortcuts: readonly MessageShortcut[];
  readonly serviceSwitch: ServiceSwitch;
  readonly traffic: TrafficLog;
  readonly news: News;
}

/** Tells the streams that there is something to show. */
export interface News {
  notify(): void;
  /** Calls `listener` after each change until the result is called. */
  listen(listener: () => void): () => void;
}
