import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** What takes the focus when the thing that had it is drawn no more, and nothing like it came instead. */
const REFUGES = '[role=dialog], article, main';

interface Kept {
  readonly element: HTMLElement;
  readonly name: string;
  /** The refuges around it, nearest first. */
  readonly around: readonly HTMLElement[];
}

/** Keeps a keyboard's place: a pressed button that was replaced is found again, or the message around it. */
export function useKeptFocus(owner: RefObject<HTMLElement | null>): void {
  const last = useRef<Kept>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !owner.current?.contains(target)) last.current = undefined;
      else last.current = { element: target, name: nameOf(target), around: ancestors(target) };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [owner]);
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || !last.current || last.current.element.isConnected) return;
    const { element, name, around } = last.current;
    const refuge = around.find((one) => one.isConnected);
    const alike = [...(refuge?.querySelectorAll<HTMLElement>(element.tagName) ?? [])];
    const found = alike.find((one) => nameOf(one) === name);
    if (!found) refuge?.setAttribute('tabindex', '-1');
    (found ?? refuge)?.focus();
  });
}

/** Near enough to what a screen reader calls it. */
function nameOf(element: HTMLElement): string {
  const [label] = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  return element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '';
}

function ancestors(element: Element): HTMLElement[] {
  const found = element.parentElement?.closest<HTMLElement>(REFUGES);
  return found ? [found, ...ancestors(found)] : [];
}
