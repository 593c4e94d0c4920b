import type { Control } from '../page-request.ts';
import { useClient } from './client.ts';
import { Select } from './field.tsx';

interface ToolsProps {
  /** Puts a line into the composer. */
  readonly compose: (line: string) => void;
  readonly setTheme: (theme: 'light' | 'dark') => void;
}

/** The languages by the names that Slack uses. */
const LANGUAGES = { 'en-GB': 'English', 'tr-TR': 'Türkçe' } as const;

/** The last two apply to the reference service. */
const SWITCHES: readonly (readonly [label: string, control: Control])[] = [
  ['+1 hour', { kind: 'advance-clock', minutes: 60 }],
  ['+1 day', { kind: 'advance-clock', minutes: 1440 }],
  ['Reset clock', { kind: 'reset-clock' }],
  ['Run backups', { kind: 'run-backups' }],
  ['Expire token', { kind: 'expire-token' }],
];

/** The panel beside the workspace: display options, controls of the sandbox, and the accounts. */
export function Tools({ compose, setTheme }: ToolsProps) {
  const { state, control, theme } = useClient();
  const { person, accounts, offsetMinutes, commands } = state;
  const hasService = accounts.length > 0;
  const [days, hours] = [Math.floor(offsetMinutes / 1440), Math.round((offsetMinutes % 1440) / 60)];
  const ahead = [...(days ? [`${days} d`] : []), ...(hours ? [`${hours} h`] : [])].join(' ');
  return (
    <aside className="tools" aria-label="Tools">
      <div className="row">
        <Select
          label="Language"
          value={person.locale}
          options={Object.entries(LANGUAGES)}
          onChoose={(locale) =>
            control({ kind: 'set-locale', person: person.name, locale: locale as keyof typeof LANGUAGES })
          }
        />
        <button
          type="button"
          className="button"
          aria-pressed={theme === 'dark'}
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        >
          Dark
        </button>
      </div>
      <p className="muted">
        Clock {ahead === '' ? 'as it is' : `${ahead} ahead`} · {person.realName} reads times of {person.tz}
      </p>
      <div className="row">
        {SWITCHES.slice(0, hasService ? undefined : -2).map(([label, one]) => (
          <button key={label} type="button" className="button" onClick={() => control(one)}>
            {label}
          </button>
        ))}
      </div>
      <h3>Accounts</h3>
      {!hasService && <p className="muted">Those of your own service.</p>}
      <ul>
        {accounts.map(({ id, name, title }) => (
          <li key={id}>
            <button type="button" onClick={() => compose(`${commands[0]?.command} ${id}`)}>
              <strong>{id}</strong> {name}: {title}
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
