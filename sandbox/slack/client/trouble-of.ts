import type { TransportResult } from '../server/outgoing.ts';

/** What Slack tells a person whose press or form did not get through; undefined when it did. */
export function troubleOf(result: TransportResult): string | undefined {
  switch (result.kind) {
    case 'acked':
      return undefined;
    case 'timeout':
      return 'This app is not responding. Operation timed out. Apps need to respond within 3 seconds.';
    case 'unreachable':
      return 'This app is not responding.';
    case 'http-error':
      return `This app responded with Status Code ${result.status}.`;
    default:
      throw result satisfies never;
  }
}
