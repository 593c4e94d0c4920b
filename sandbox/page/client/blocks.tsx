import type { InputBlock, KnownBlock } from '@slack/types';
import { useId, useRef, useState } from 'react';
import type { SubmitValues } from '../../slack/client/fill-in.ts';
import type { PressTarget } from '../../slack/client/screen.ts';
import type { View } from '../../slack/client/seen.ts';
import { useClient } from './client.ts';
import { Dialog } from './dialog.tsx';
import { Drawn } from './drawn.tsx';
import { type Choice, type Element, Field } from './field.tsx';
import { OverflowMenu } from './overflow-menu.tsx';

interface BlocksProps {
  readonly blocks: readonly KnownBlock[];
  /** Where they stand: a message, or a view. */
  readonly place: Pick<PressTarget, 'messageTs' | 'in'>;
  /** Where they stand in a view: what stands in its inputs, and what is wrong with them. */
  readonly view?: Pick<View, 'state' | 'errors'>;
}

/** Blocks top to bottom: what can be pressed or filled in by components of the page, all else by the renderer. */
export function Blocks({ blocks, place, view }: BlocksProps) {
  const seen = new Map<string, number>();
  return blocks.map((block) => {
    // Blocks with the same id, or of the same type without one, are told apart by their order.
    const name = block.block_id ?? block.type;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return <OneBlock key={`${name} ${count}`} {...{ block, place, view }} />;
  });
}

type OneBlockProps = Omit<BlocksProps, 'blocks'> & { readonly block: KnownBlock };

function OneBlock({ block, place, view }: OneBlockProps) {
  const { block_id: blockId } = block;
  const pressed = (element: Element) => (
    <Press
      key={element.action_id}
      element={element}
      target={{ ...place, actionId: element.action_id ?? '', blockId }}
    />
  );
  if (block.type === 'actions') {
    return <div className="actions">{(block.elements as readonly Element[]).map(pressed)}</div>;
  }
  if (block.type === 'input') return <InputField {...{ block, place, view }} />;
  if (block.type !== 'section' || !block.accessory) return <Drawn blocks={[block]} />;
  const { accessory, ...section } = block;
  return (
    <div className="section-with-accessory">
      <Drawn blocks={[section]} />
      {pressed(accessory as Element)}
    </div>
  );
}

/** Something that acts at once: a button, a menu, a choice outside of an input block. Asks first where the app says so. */
function Press({ element, target }: { readonly element: Element; readonly target: PressTarget }) {
  const { act } = useClient();
  const [asked, setAsked] = useState<Choice>();
  const here = useRef<HTMLSpanElement>(null);
  const { type, text, style, url, value, confirm, options = [] } = element;
  const press = (choice: Choice) => {
    const form = here.current?.closest('form');
    void act({ kind: 'press', target: { ...target, ...choice }, ...(form && { typed: valuesIn(form) }) });
  };
  const choose = (choice: Choice) => (confirm ? setAsked(choice) : press(choice));
  const answer = (isConfirmed: boolean) => {
    setAsked(undefined);
    if (isConfirmed && asked) press(asked);
  };
  return (
    <span ref={here} className="pressable">
      {type === 'button' ? (
        <button
          type="button"
          className={`button ${style ?? ''}`}
          onClick={() => {
            if (url) window.open(url, '_blank', 'noreferrer');
            choose({ value });
          }}
        >
          {text?.text}
        </button>
      ) : type === 'overflow' ? (
        <OverflowMenu options={options} onChoose={(chosen) => choose({ value: chosen })} />
      ) : (
        <Field
          element={element}
          labelling={{ 'aria-label': element.placeholder?.text ?? element.action_id ?? type }}
          onChoose={choose}
        />
      )}
      {confirm && asked && (
        <Dialog title={confirm.title?.text ?? 'Are you sure?'} onClose={() => answer(false)}>
          <div className="dialog-body">
            <Drawn blocks={[{ type: 'section', text: confirm.text }]} />
          </div>
          <div className="dialog-foot">
            <button type="button" className="button" onClick={() => answer(false)}>
              {confirm.deny?.text ?? 'Cancel'}
            </button>
            <button
              type="button"
              className={`button ${confirm.style ?? 'primary'}`}
              onClick={() => answer(true)}
            >
              {confirm.confirm?.text ?? 'Yes'}
            </button>
          </div>
        </Dialog>
      )}
    </span>
  );
}

/** An input with its label, its hint and what is wrong with it. */
function InputField({ block, place, view }: Omit<OneBlockProps, 'block'> & { readonly block: InputBlock }) {
  const { act } = useClient();
  const id = useId();
  const { label, hint, optional, dispatch_action: isDispatching, block_id: blockId } = block;
  const element = block.element as Element;
  const { action_id: actionId = '' } = element;
  const error = blockId === undefined ? undefined : view?.errors[blockId];
  // A menu may begin with the conversation from which the window was opened: only Slack knows which that is.
  const standing = view?.state.values[blockId ?? '']?.[actionId]?.selected_conversation;
  const isGroup = element.type === 'radio_buttons';
  const dispatch = ({ value = '' }: Choice) =>
    void act({ kind: 'type', target: { ...place, actionId, blockId }, text: value });
  return (
    <div className="input-field">
      {isGroup ? <span className="label">{label.text}</span> : <label htmlFor={id}>{label.text}</label>}
      {optional && <span className="muted"> (optional)</span>}
      <Field
        element={typeof standing === 'string' ? { ...element, initial_conversation: standing } : element}
        labelling={{
          id,
          name: blockId ?? actionId,
          // A dispatching input stands alone: there is no form to hold back.
          required: !optional && !isDispatching,
          'aria-describedby': `${id}-more`,
          'aria-invalid': error !== undefined || undefined,
          'aria-label': isGroup ? label.text : undefined,
        }}
        onChoose={isDispatching ? dispatch : undefined}
      />
      <div id={`${id}-more`}>
        {error !== undefined && <p className="error">{error}</p>}
        {hint && <p className="muted">{hint.text}</p>}
      </div>
    </div>
  );
}

/** Kinds of entries that cannot be emptied once something was chosen. */
const CHOICES = ['radio', 'select-one', 'time'];

/** What stands in the input blocks of a form, by name. A choice not made is left out; an emptied text is not. */
export function valuesIn(form: HTMLFormElement): SubmitValues & Record<string, string | string[]> {
  const data = new FormData(form);
  const values: Record<string, string | string[]> = {};
  for (const { name, type } of form.querySelectorAll<HTMLInputElement>('.input-field [name]')) {
    const all = data.getAll(name).map(String);
    const [value = ''] = all;
    if (type === 'select-multiple') values[name] = all;
    else if (value !== '' || !CHOICES.includes(type)) values[name] = value;
  }
  return values;
}
