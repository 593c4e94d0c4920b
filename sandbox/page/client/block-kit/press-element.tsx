import { useRef, useState } from 'react';
import type { PressTarget } from '../../../slack/client/screen.ts';
import { useClient } from '../hooks/use-client.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Drawn } from './drawn.tsx';
import { Field, isField } from './field.tsx';
import { OverflowMenu } from './overflow-menu.tsx';
import type { Pressable } from './pressable.ts';
import { valuesIn } from './values-in.ts';

interface PressElementProps {
  readonly element: Pressable;
  readonly target: PressTarget;
}

type Choice = Pick<PressTarget, 'value' | 'values'>;

/** Something that acts at once: a button, a menu, a choice outside of an input block. Asks first where the app says so. */
export function PressElement({ element, target }: PressElementProps) {
  const { act } = useClient();
  const [asked, setAsked] = useState<Choice>();
  const here = useRef<HTMLSpanElement>(null);
  const press = (choice: Choice) => {
    const form = here.current?.closest('form');
    const typed = form ? { typed: valuesIn(form) } : {};
    void act({ kind: 'press', target: { ...target, ...choice }, ...typed });
  };
  const choose = (choice: Choice) => (element.confirm ? setAsked(choice) : press(choice));
  return (
    <span ref={here} className="pressable">
      <Control element={element} onChoose={choose} />
      {element.confirm && asked && (
        <ConfirmDialog
          dialog={element.confirm}
          onAnswer={(isConfirmed) => {
            setAsked(undefined);
            if (isConfirmed) press(asked);
          }}
        />
      )}
    </span>
  );
}

interface ControlProps {
  readonly element: Pressable;
  readonly onChoose: (choice: Choice) => void;
}

function Control({ element, onChoose }: ControlProps) {
  if (element.type === 'button') {
    return (
      <button
        type="button"
        className={`button ${element.style ?? ''}`}
        aria-label={element.accessibility_label}
        onClick={() => {
          if (element.url) window.open(element.url, '_blank', 'noreferrer');
          onChoose(element.value === undefined ? {} : { value: element.value });
        }}
      >
        {element.text?.text}
      </button>
    );
  }
  if (element.type === 'overflow') {
    return <OverflowMenu options={element.options ?? []} onChoose={(value) => onChoose({ value })} />;
  }
  if (isField(element)) {
    const label = element.placeholder?.text ?? element.action_id ?? element.type;
    return <Field element={element} labelling={{ 'aria-label': label }} onChoose={onChoose} />;
  }
  return <Drawn blocks={[{ type: 'actions', elements: [element] }]} />;
}
