import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useClient } from './client.ts';

interface DialogProps {
  readonly title: string;
  /** The labels of its buttons. */
  readonly close: string;
  readonly submit?: string | undefined;
  readonly style?: string | undefined;
  readonly onClose: () => void;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly children: ReactNode;
}

const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]';

/** A form in front of everything else. Takes the focus, keeps it, and gives it back at the end. Escape closes it. */
export function Dialog({
  title,
  close,
  submit,
  style = 'primary',
  onClose,
  onSubmit,
  children,
}: DialogProps) {
  const { status } = useClient();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const before = useRef<Element>(null);
  // Before the page behind becomes inert and loses the focus.
  useLayoutEffect(() => {
    before.current = document.activeElement;
    const first = box.current?.querySelector<HTMLElement>('input, textarea, select');
    (first ?? box.current)?.focus();
  }, []);
  // After the page behind is no longer inert.
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
    [],
  );
  const keep = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    // A dialog can be inside another dialog.
    event.stopPropagation();
    if (event.key === 'Escape') return onClose();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const edges = event.shiftKey ? [stops[0], box.current] : [stops.at(-1)];
    if (!edges.some((edge) => edge === document.activeElement)) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
  };
  // Not inside the element that opened it: forms must not be nested.
  return createPortal(
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
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // React also passes events to the form that opened the dialog.
            event.stopPropagation();
            onSubmit(event.currentTarget);
          }}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <section className="dialog-body" tabIndex={0} aria-label="Content">
            {children}
          </section>
          <div className="dialog-foot">
            <p role="status">{status}</p>
            <button type="button" className="button" onClick={onClose}>
              {close}
            </button>
            {submit !== undefined && (
              <button type="submit" className={`button ${style}`}>
                {submit}
              </button>
            )}
          </div>
        </form>
      </div>
    </div>,
    document.querySelector('.workspace') ?? document.body,
  );
}
