import { type RefObject, useId } from 'react';
import type { PageState } from '../../page-state.ts';

interface ComposerProps {
  readonly title: string;
  readonly commands: PageState['commands'];
  readonly line: string;
  readonly setLine: (line: string) => void;
  readonly composer: RefObject<HTMLInputElement | null>;
  readonly status: string;
  readonly onSubmit: () => void;
}

/** Slack's own. */
const BUILT_IN: ComposerProps['commands'] = [
  { command: '/invite @backup-status', description: 'Lets the app post in this channel', usage_hint: '' },
];

/** Where a line is typed, with the commands that begin like it. */
export function Composer({ title, commands, line, setLine, composer, status, onSubmit }: ComposerProps) {
  const hintsId = useId();
  const typed = line.split(/\s/, 1)[0] ?? '';
  const hints = line.startsWith('/')
    ? [...commands, ...BUILT_IN].filter(({ command }) => command.startsWith(typed))
    : [];
  const take = (command: string) => {
    setLine(`${command} `);
    composer.current?.focus();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {hints.length > 0 && (
        <ul id={hintsId} className="hints" aria-label="Commands">
          {hints.map(({ command, description, usage_hint }) => (
            <li key={command}>
              <button type="button" onClick={() => take(command)}>
                <strong>{command}</strong> <span>{usage_hint}</span>
                <span className="muted">{description}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="status">
        {status}
      </p>
      <div className="composer-row">
        <input
          ref={composer}
          className="text-field"
          type="text"
          aria-label={`Message ${title}`}
          aria-describedby={hints.length > 0 ? hintsId : undefined}
          placeholder={`Message ${title}`}
          autoComplete="off"
          spellCheck={false}
          value={line}
          onChange={({ target }) => setLine(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && setLine('')}
        />
        <button type="submit" className="button primary">
          Send
        </button>
      </div>
    </form>
  );
}
