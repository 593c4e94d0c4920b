import type { PersonName } from '../slack/state/workspace.ts';
import type { PageContext } from './page-context.ts';
import type { ActResult, Control } from './page-state.ts';
import { findPerson } from './read-state.ts';

const OWN_SERVICE = 'The service is your own: it cannot be switched from here.';

/** Switches something around the bot. */
export async function runControl(context: PageContext, control: Control): Promise<ActResult> {
  const { sandbox, serviceSwitch, news } = context;
  const { service, clock, slack, transport } = sandbox;
  switch (control.kind) {
    case 'service-fault':
      if (!service) return { ok: false, error: OWN_SERVICE };
      serviceSwitch.set(control.fault);
      break;
    case 'advance-clock':
      clock.advance(control.minutes * 60_000);
      break;
    case 'reset-clock':
      sandbox.resetClock();
      break;
    case 'run-backups':
      if (!service) return { ok: false, error: OWN_SERVICE };
      sandbox.runBackups();
      break;
    case 'expire-token':
      if (!service) return { ok: false, error: OWN_SERVICE };
      service.revokeTokens();
      break;
    case 'refresh-socket':
      if (transport === 'http') return { ok: false, error: 'Signed HTTP has no sockets to refresh.' };
      // The oldest one, as Slack does; the others serve meanwhile.
      slack.refreshSockets({ index: 0 });
      break;
    case 'set-locale': {
      const person = findPerson(context, control.person);
      if (!person) return { ok: false, error: `there is no ${control.person}` };
      slack.setLocale(person.name as PersonName, control.locale);
      // The bot asks Slack about a person again after five minutes.
      clock.advance(5 * 60_000);
      break;
    }
    default:
      throw control satisfies never;
  }
  await sandbox.clockIsSet();
  news.notify();
  return { ok: true };
}
