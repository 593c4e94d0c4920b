import type { AriaAttributes } from 'react';
import { isOffered } from '../../../slack/client/conversations.ts';
import type { PressTarget } from '../../../slack/client/find-on-screen.ts';
import { useClient } from '../hooks/use-client.ts';
import type { Pressable } from './pressable.ts';

/** How a field is called: by the id of a label, or by a name. */
export type Labelling = Pick<
  AriaAttributes,
  'aria-label' | 'aria-describedby' | 'aria-invalid' | 'aria-required'
> & { readonly id?: string; readonly name?: string; readonly required?: boolean };

interface FieldProps {
  readonly element: Pressable;
  readonly labelling: Labelling;
  /** What was chosen, or for text what stands there when Enter is pressed. Absent in a form, which reads it itself. */
  readonly onChoose?: ((choice: Pick<PressTarget, 'value' | 'values'>) => void) | undefined;
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  plain_text_input: 'text',
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
  datepicker: 'date',
  timepicker: 'time',
};

/** Whether `Field` can stand for the element. */
export const isField = ({ type }: Pressable): boolean =>
  type in INPUT_TYPES ||
  ['static_select', 'conversations_select', 'radio_buttons', 'checkboxes'].includes(type);

/** What text or a choice is put into. */
export function Field({ element, labelling, onChoose }: FieldProps) {
  const { type } = element;
  const conversations = useConversations(element);
  if (type === 'static_select' || type === 'conversations_select') {
    const options = type === 'static_select' ? (element.options ?? []) : conversations;
    return (
      <select
        {...labelling}
        defaultValue={element.initial_option?.value ?? ''}
        onChange={({ target }) => onChoose?.({ value: target.value })}
      >
        <option value="" disabled>
          {element.placeholder?.text ?? 'Choose…'}
        </option>
        {options.map(({ text, value }) => (
          <option key={value} value={value}>
            {text.text}
          </option>
        ))}
      </select>
    );
  }
  if (type === 'radio_buttons' || type === 'checkboxes')
    return <Choices {...{ element, labelling, onChoose }} />;
  return <TextField {...{ element, labelling, onChoose }} />;
}

/** What a menu of conversations offers the person on the screen; for other elements of no use. */
function useConversations(element: Pressable): NonNullable<Pressable['options']> {
  const { channels } = useClient();
  return channels
    .filter(
      ({ name, isMember, isShared }) =>
        isMember && isOffered(element, { isDirect: name === 'direct', isShared }),
    )
    .map(({ name }) => ({ text: { text: name === 'direct' ? 'Backup Status' : `# ${name}` }, value: name }));
}

function Choices({ element, labelling, onChoose }: FieldProps) {
  const { type, options = [], initial_option, initial_options = [] } = element;
  const { id, name, required, ...aria } = labelling;
  const group = name ?? element.action_id ?? '';
  const chosen = [...initial_options, ...(initial_option ? [initial_option] : [])].map(({ value }) => value);
  return (
    <fieldset {...aria} id={id} className="choices">
      {options.map(({ text, value = '' }) => (
        <label key={value}>
          <input
            type={type === 'checkboxes' ? 'checkbox' : 'radio'}
            name={group}
            value={value}
            defaultChecked={chosen.includes(value)}
            required={required && type !== 'checkboxes'}
            onChange={({ target }) =>
              onChoose?.(type === 'checkboxes' ? { values: checkedIn(target) } : { value })
            }
          />
          {text.text}
        </label>
      ))}
    </fieldset>
  );
}

const checkedIn = (input: HTMLInputElement): string[] =>
  [...(input.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input:checked') ?? [])].map(
    ({ value }) => value,
  );

function TextField({ element, labelling, onChoose }: FieldProps) {
  const shared = {
    ...labelling,
    className: 'text-field',
    defaultValue: element.initial_value ?? element.initial_date ?? element.initial_time,
    placeholder: element.placeholder?.text,
    maxLength: element.max_length,
    minLength: element.min_length,
  };
  if (element.multiline) return <textarea {...shared} rows={4} />;
  return (
    <input
      {...shared}
      type={INPUT_TYPES[element.type] ?? 'text'}
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !onChoose || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onChoose({ value: event.currentTarget.value });
      }}
    />
  );
}
