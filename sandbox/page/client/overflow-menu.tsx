import { type KeyboardEvent, useId, useRef } from 'react';
import type { Option } from '../../slack/state/elements.ts';

interface OverflowMenuProps {
  readonly options: readonly Option[];
  readonly onChoose: (value: string) => void;
  /** Label of the button and the menu; `More actions` by default. */
  readonly label?: string;
}

/** A three-dot button and its menu. The browser opens and closes it and restores the focus. */
export function OverflowMenu({ options, onChoose, label = 'More actions' }: OverflowMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  };
  return (
    <>
      <button type="button" className="button" aria-label={label} aria-haspopup="menu" popoverTarget={id}>
        <span aria-hidden="true">⋯</span>
      </button>
      <div
        ref={menu}
        id={id}
        className="menu"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        popover="auto"
        onToggle={({ newState }) => newState === 'open' && menu.current?.querySelector('button')?.focus()}
        onKeyDown={move}
      >
        {options.map(({ text, value }) => (
          <button
            key={value}
            type="button"
            role="menuitem"
            onClick={() => {
              menu.current?.hidePopover();
              onChoose(value);
            }}
          >
            {text.text}
          </button>
        ))}
      </div>
    </>
  );
}
