import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]';

/** What stands in front of all else. Takes the focus, keeps it inside, gives it back; Escape closes. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const before = useRef<Element>(null);
  // Before what is behind becomes inert and loses the focus by itself.
  useLayoutEffect(() => {
    before.current = document.activeElement;
    const first = box.current?.querySelector<HTMLElement>('input, textarea, select');
    (first ?? box.current)?.focus();
  }, []);
  // And after it stopped being so.
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
    [],
  );
  const keep = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    // One dialog can stand in another.
    event.stopPropagation();
    if (event.key === 'Escape') return onClose();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const edges = event.shiftKey ? [stops[0], box.current] : [stops.at(-1)];
    if (!edges.some((edge) => edge === document.activeElement)) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
  };
  return (
    <div className="backdrop">
      <div
        ref={box}
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        onKeyDown={keep}
      >
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </div>
  );
}
