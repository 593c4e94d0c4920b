import type { InputBlock } from '@slack/types';
import { useId } from 'react';
import type { PressTarget } from '../../../slack/client/screen.ts';
import { useClient } from '../hooks/use-client.ts';
import { Drawn } from './drawn.tsx';
import { Field, isField, type Labelling } from './field.tsx';
import type { Pressable } from './pressable.ts';

interface InputFieldProps {
  readonly block: InputBlock;
  readonly target: PressTarget;
  readonly error: string | undefined;
  /** What stands in it, where it stands in a view. */
  readonly standing: Readonly<Record<string, unknown>> | undefined;
}

/** The name under which a form carries what stands in the input. */
const nameOf = (block: InputBlock): string => block.block_id ?? (block.element as Pressable).action_id ?? '';

/** An input with its label, its hint and what is wrong with it. */
export function InputField({ block, target, error, standing }: InputFieldProps) {
  const { act } = useClient();
  const id = useId();
  const element = withCurrent(block.element as Pressable, standing);
  if (!isField(element)) return <Drawn blocks={[block]} />;
  const isGroup = ['radio_buttons', 'checkboxes'].includes(element.type);
  const labelling: Labelling = {
    id,
    name: nameOf(block),
    // A dispatching input stands alone: there is no form to hold back.
    required: !block.optional && !block.dispatch_action,
    'aria-describedby': `${id}-more`,
    ...(error !== undefined && { 'aria-invalid': true }),
    ...(isGroup && { 'aria-label': block.label.text }),
  };
  const dispatch = ({ value = '' }: Pick<PressTarget, 'value' | 'values'>) =>
    void act({ kind: 'type', target, text: value });
  return (
    <div className="input-field">
      {isGroup ? (
        <span className="label">{block.label.text}</span>
      ) : (
        <label htmlFor={id}>{block.label.text}</label>
      )}
      {block.optional && <span className="muted"> (optional)</span>}
      <Field
        element={element}
        labelling={labelling}
        onChoose={block.dispatch_action ? dispatch : undefined}
      />
      <div id={`${id}-more`}>
        {error !== undefined && <p className="error">{error}</p>}
        {block.hint && <p className="muted">{block.hint.text}</p>}
      </div>
    </div>
  );
}

/** A menu that begins with the conversation from which the window was opened: only Slack knows which that is. */
function withCurrent(element: Pressable, standing: InputFieldProps['standing']): Pressable {
  const { selected_conversation: one, selected_conversations: several } = standing ?? {};
  if (typeof one === 'string') return { ...element, initial_conversation: one };
  return Array.isArray(several) ? { ...element, initial_conversations: several } : element;
}
