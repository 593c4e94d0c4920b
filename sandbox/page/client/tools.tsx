import { useClient } from './client.ts';
import { Select } from './field.tsx';

interface ToolsProps {
  /** Puts a line into the composer. */
  readonly compose: (line: string) => void;
  readonly setTheme: (theme: 'light' | 'dark') => void;
}

/** The panel beside the workspace: display options, controls of the sandbox, and the accounts. */
export function Tools({ compose, setTheme }: ToolsProps) {
  const { state, act, theme } = useClient();
  const control = (name: string) => void act('control', name);
  const { person, accounts, offsetMinutes, command, switches, language, languages } = state;
  const [days, hours] = [Math.floor(offsetMinutes / 1440), Math.round((offsetMinutes % 1440) / 60)];
  const ahead = [...(days ? [`${days} d`] : []), ...(hours ? [`${hours} h`] : [])].join(' ');
  return (
    <aside className="tools" aria-label="Tools">
      <div className="row">
        <Select
          label="Language"
          value={language}
          options={languages.map((one) => [one, one])}
          onChoose={control}
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
        {switches.map((label) => (
          <button key={label} type="button" className="button" onClick={() => control(label)}>
            {label}
          </button>
        ))}
      </div>
      <h3>Accounts</h3>
      {accounts.length === 0 && <p className="muted">Those of your own service.</p>}
      <ul>
        {accounts.map(({ id, name, title }) => (
          <li key={id}>
            <button type="button" onClick={() => compose(`${command} ${id}`)}>
              <strong>{id}</strong> {name}: {title}
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
