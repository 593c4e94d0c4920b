import type { Control, PageState, ServiceFault } from '../../page-state.ts';

interface TopBarProps {
  readonly state: PageState;
  readonly person: string;
  readonly hasTools: boolean;
  readonly control: (control: Control) => void;
  readonly onPerson: (name: string) => void;
  readonly onTools: (hasTools: boolean) => void;
}

const KINDS: Readonly<Record<string, string>> = {
  'single-channel-guest': 'guest',
  stranger: 'outsider',
};

const FAULTS: Readonly<Record<ServiceFault, string>> = {
  none: 'Works',
  down: 'Down',
  slow: 'Slow',
  unauthorized: 'Refuses the token (401)',
  'server-error': 'Fails (500)',
  html: 'Answers HTML',
  'rate-limited': 'Rate limited (429)',
};

/** Who looks, and how the service does. */
export function TopBar({ state, person, hasTools, control, onPerson, onTools }: TopBarProps) {
  return (
    <header className="top-bar">
      <h1>Backup Status sandbox</h1>
      <label>
        Person
        <select value={person} onChange={({ target }) => onPerson(target.value)}>
          {state.people.map(({ name, realName, kind }) => (
            <option key={name} value={name}>
              {realName}
              {KINDS[kind] && `, ${KINDS[kind]}`}
            </option>
          ))}
        </select>
      </label>
      {state.service.isReference && (
        <label>
          Service
          <select
            value={state.service.fault}
            onChange={({ target }) => control({ kind: 'service-fault', fault: target.value as ServiceFault })}
          >
            {Object.entries(FAULTS).map(([fault, name]) => (
              <option key={fault} value={fault}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" className="button" aria-expanded={hasTools} onClick={() => onTools(!hasTools)}>
        Tools
      </button>
    </header>
  );
}
