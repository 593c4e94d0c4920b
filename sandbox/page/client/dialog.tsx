import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useClient } from './client.ts';

interface DialogProps {
  readonly title: string;
  /** The labels of its buttons. */
  readonly close: string;
  readonly submit?: string | undefined;
  readonly onClose: () => void;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly children: ReactNode;
}

const setInert = (isInert: boolean) => document.getElementById('root')?.toggleAttribute('inert', isInert);
const FOCUSABLE = 'a[href], button, input, select, textarea';

/** A form in front of everything else. The browser keeps the focus in it, and gives it back at the end. Escape closes it. */
export function Dialog({ title, close, submit, onClose, onSubmit, children }: DialogProps) {
  const { status } = useClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    opened?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    // The dialog makes the page inert by itself. Programs that drive a browser look at the attribute.
    setInert(true);
    return () => {
      setInert(false);
      opened?.close();
    };
  }, []);
  /** From the last element to the first and back. The browser alone would go on to its own controls. */
  const goRound = (event: KeyboardEvent) => {
    const stops = [...(dialog.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (event.key !== 'Tab' || document.activeElement !== from) return;
    event.preventDefault();
    to?.focus();
  };
  // Not inside the element that opened it: forms must not be nested.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={goRound}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
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
        <div className="dialog-body">{children}</div>
        <div className="dialog-foot">
          <p role="status">{status}</p>
          <button type="button" className="button" onClick={onClose}>
            {close}
          </button>
          {submit !== undefined && (
            <button type="submit" className="button primary">
              {submit}
            </button>
          )}
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
