import type { InputBlock, KnownBlock } from '@slack/types';
import { useId, useRef, useState } from 'react';
import type { SubmitValues } from '../../slack/client/fill-in.ts';
import type { PressTarget } from '../../slack/client/screen.ts';
import { useClient } from './client.ts';
import { Dialog } from './dialog.tsx';
import { Drawn } from './drawn.tsx';
import { type Element, Field } from './field.tsx';
import { OverflowMenu } from './overflow-menu.tsx';

interface Place {
  /** The message or view that contains the blocks. */
  readonly place: Pick<PressTarget, 'messageTs' | 'in'>;
  /** Errors of a view's inputs, by block_id. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** Draws blocks top to bottom: interactive ones with the page's components, all others with the renderer. */
export function Blocks({ blocks, ...at }: Place & { readonly blocks: readonly KnownBlock[] }) {
  const seen = new Map<string, number>();
  return blocks.map((block) => {
    // Blocks with the same id, or with the same type and no id, are told apart by their order.
    const name = block.block_id ?? block.type;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return <OneBlock key={`${name} ${count}`} block={block} {...at} />;
  });
}

function OneBlock({ block, ...at }: Place & { readonly block: KnownBlock }) {
  const { block_id: blockId } = block;
  const pressed = (element: Element) => (
    <AccountAction
      key={element.action_id}
      element={element}
      target={{ ...at.place, actionId: element.action_id ?? '', blockId }}
    />
  );
  if (block.type === 'actions') {
    return <div className="row actions">{(block.elements as readonly Element[]).map(pressed)}</div>;
  }
  if (block.type === 'input') return <InputField block={block} {...at} />;
  if (block.type !== 'section' || !block.accessory) return <Drawn blocks={[block]} />;
  const { accessory, ...section } = block;
  return (
    <div className="section-with-accessory">
      <Drawn blocks={[section]} />
      {pressed(accessory as Element)}
    </div>
  );
}

/** An element that acts at once: a button, a menu, a choice outside an input block. Confirms first if the app asks. */
function AccountAction({ element, target }: { readonly element: Element; readonly target: PressTarget }) {
  const { act } = useClient();
  const [asked, setAsked] = useState<{ readonly value: string | undefined }>();
  const here = useRef<HTMLSpanElement>(null);
  const { type, text, style, value, confirm, options = [] } = element;
  const press = (chosen: string | undefined) => {
    const form = here.current?.closest('form');
    setAsked(undefined);
    void act('press', { ...target, value: chosen }, form ? valuesIn(form) : {});
  };
  const choose = (chosen: string | undefined) => (confirm ? setAsked({ value: chosen }) : press(chosen));
  return (
    <span ref={here}>
      {type === 'button' ? (
        <button type="button" className={`button ${style ?? ''}`} onClick={() => choose(value)}>
          {text?.text}
        </button>
      ) : type === 'overflow' ? (
        <OverflowMenu options={options} onChoose={choose} />
      ) : (
        <Field
          element={element}
          labelling={{ 'aria-label': element.placeholder?.text ?? element.action_id ?? type }}
          onChoose={choose}
        />
      )}
      {confirm && asked && (
        <Dialog
          title={confirm.title?.text ?? ''}
          close={confirm.deny?.text ?? ''}
          onClose={() => setAsked(undefined)}
          submit={confirm.confirm?.text}
          onSubmit={() => press(asked.value)}
        >
          <Drawn blocks={[{ type: 'section', text: confirm.text }]} />
        </Dialog>
      )}
    </span>
  );
}

/** An input with its label, hint and error. */
function InputField({ block, place, errors = {} }: Place & { readonly block: InputBlock }) {
  const { act } = useClient();
  const id = useId();
  const { label, hint, optional, dispatch_action: isDispatching, block_id: blockId = '' } = block;
  const element = block.element as Element;
  const { action_id: actionId = '' } = element;
  const error = errors[blockId];
  const isGroup = element.type === 'radio_buttons';
  const dispatch = (value: string) =>
    void act('type', { ...place, actionId, blockId: block.block_id }, value);
  return (
    <div className="input-field">
      {isGroup ? <span className="label">{label.text}</span> : <label htmlFor={id}>{label.text}</label>}
      {optional && <span className="muted"> (optional)</span>}
      <Field
        element={element}
        labelling={{
          id,
          name: actionId || blockId,
          // A dispatching input is not part of a form, so there is nothing to hold back.
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

/** Inputs that cannot be emptied once something was chosen. */
const CHOICES = ['radio', 'select-one', 'time'];

/** The values of a form's input blocks, by name. Leaves out choices not made, but keeps emptied texts. */
export function valuesIn(form: HTMLFormElement): SubmitValues {
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
