import type { Control, Locale, PageState, TrafficEntry } from '../../page-state.ts';
import type { Look } from '../hooks/use-look.ts';
import { TrafficList } from './traffic-list.tsx';

interface ToolsProps {
  readonly state: PageState;
  readonly traffic: readonly TrafficEntry[];
  readonly look: Look;
  readonly control: (control: Control) => void;
  /** Puts a line into the composer. */
  readonly compose: (line: string) => void;
}

/** What is beside the workspace: how it is shown, the parts around the bot, and what goes between them. */
export function Tools({ state, traffic, look, control, compose }: ToolsProps) {
  return (
    <aside className="tools" aria-label="Tools">
      <LookSwitches {...{ look, state, control }} />
      <Parts state={state} control={control} />
      <Accounts state={state} compose={compose} />
      <TrafficList traffic={traffic} timeZone={look.timeZone} />
    </aside>
  );
}

const ZONES = ['Europe/Istanbul', 'Europe/London', 'America/New_York', 'Asia/Kolkata', 'UTC'];

/** What Slack calls its languages. */
const LANGUAGES: Readonly<Record<Locale, string>> = { 'en-GB': 'English', 'tr-TR': 'Türkçe' };

function LookSwitches({ look, state, control }: Pick<ToolsProps, 'look' | 'state' | 'control'>) {
  const { name, locale } = state.person;
  const { theme, isPhone, timeZone } = look;
  return (
    <section aria-label="Look">
      <div className="row">
        <button
          type="button"
          className="button"
          aria-pressed={!isPhone}
          onClick={() => look.setIsPhone(false)}
        >
          Desktop
        </button>
        <button type="button" className="button" aria-pressed={isPhone} onClick={() => look.setIsPhone(true)}>
          Phone
        </button>
        <button
          type="button"
          className="button"
          aria-pressed={theme === 'dark'}
          onClick={() => look.setTheme(theme === 'dark' ? 'light' : 'dark')}
        >
          Dark
        </button>
      </div>
      <label className="row">
        Time zone
        <select value={timeZone} onChange={({ target }) => look.setTimeZone(target.value)}>
          {[...new Set([timeZone, ...ZONES])].map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </label>
      <label className="row">
        Language
        <select
          value={locale}
          onChange={({ target }) =>
            control({ kind: 'set-locale', person: name, locale: target.value as Locale })
          }
        >
          {Object.entries(LANGUAGES).map(([value, language]) => (
            <option key={value} value={value}>
              {language}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}

const SERVICE_ACTIONS: readonly (readonly [label: string, control: Control])[] = [
  ['Run backups', { kind: 'run-backups' }],
  ['Expire token', { kind: 'expire-token' }],
];

function Parts({ state, control }: Pick<ToolsProps, 'state' | 'control'>) {
  const { clock, transport, sockets, service } = state;
  const actions: readonly (readonly [label: string, control: Control])[] = [
    ['+1 hour', { kind: 'advance-clock', minutes: 60 }],
    ['+1 day', { kind: 'advance-clock', minutes: 1440 }],
    ['Reset clock', { kind: 'reset-clock' }],
    ...(service.isReference ? SERVICE_ACTIONS : []),
    ...(transport === 'socket' ? [['Refresh a socket', { kind: 'refresh-socket' }] as const] : []),
  ];
  return (
    <section aria-label="Parts">
      <p className="muted">
        Clock {clock.offsetMinutes === 0 ? 'as it is' : `${aheadText(clock.offsetMinutes)} ahead`} ·{' '}
        {transport === 'socket' ? `${sockets} ${sockets === 1 ? 'socket' : 'sockets'} open` : 'signed HTTP'}
      </p>
      <div className="row">
        {actions.map(([label, one]) => (
          <button key={label} type="button" className="button" onClick={() => control(one)}>
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}

function aheadText(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  const hours = Math.round((minutes % 1440) / 60);
  return [...(days ? [`${days} d`] : []), ...(hours ? [`${hours} h`] : [])].join(' ');
}

function Accounts({ state, compose }: Pick<ToolsProps, 'state' | 'compose'>) {
  const command = state.commands[0]?.command ?? '';
  return (
    <details open>
      <summary>Accounts</summary>
      {state.service.accounts.length === 0 && <p className="muted">Those of your own service.</p>}
      <ul className="accounts">
        {state.service.accounts.map(({ id, title }) => (
          <li key={id}>
            <button type="button" onClick={() => compose(`${command} ${id}`)}>
              <strong>{id}</strong> {title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
