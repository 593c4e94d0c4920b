import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Pressable } from './pressable.ts';

interface OverflowMenuProps {
  readonly options: NonNullable<Pressable['options']>;
  readonly onChoose: (value: string) => void;
  /** Of the button and the menu; `More actions` unless said otherwise. */
  readonly label?: string;
}

/** The three dots, and the menu under them while it is open. */
export function OverflowMenu({ options, onChoose, label = 'More actions' }: OverflowMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useCallback(() => {
    button.current?.focus();
    setIsOpen(false);
  }, []);
  return (
    <span className="overflow">
      <button
        ref={button}
        type="button"
        className="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {isOpen && <Menu {...{ id, options, onChoose, label, button, close }} />}
    </span>
  );
}

interface MenuProps extends Required<OverflowMenuProps> {
  readonly id: string;
  readonly button: { readonly current: HTMLButtonElement | null };
  /** Gives the focus back to the button. */
  readonly close: () => void;
}

function Menu({ id, options, onChoose, label, button, close }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = menu.current;
    if (!shown || !button.current) return;
    shown.showPopover();
    placeBeside(shown, button.current.getBoundingClientRect());
    itemsOf(shown)[0]?.focus();
    const leave = (event: Event) => {
      const { target } = event;
      const isOurs = target instanceof Node && (shown.contains(target) || button.current?.contains(target));
      if (!isOurs) close();
    };
    const events = ['pointerdown', 'resize', 'scroll'] as const;
    for (const name of events) window.addEventListener(name, leave, true);
    return () => {
      for (const name of events) window.removeEventListener(name, leave, true);
    };
  }, [button, close]);
  return (
    <div
      ref={menu}
      id={id}
      className="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      onKeyDown={(event) => moveOrClose(event, close)}
    >
      {options.map(({ text, value = '' }) => (
        <button
          key={value}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            close();
            onChoose(value);
          }}
        >
          {text.text}
        </button>
      ))}
    </div>
  );
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

function moveOrClose(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) items.at(next % items.length)?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Under the button or, without room there, above it; inside the window. */
function placeBeside(menu: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const hasRoomBelow = bottom + height + 8 <= window.innerHeight;
  menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
  menu.style.top = `${hasRoomBelow ? bottom + 4 : Math.max(8, top - height - 4)}px`;
}
