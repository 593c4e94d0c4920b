import type { AriaAttributes } from 'react';
import type { PressTarget } from '../../../slack/client/screen.ts';
import { isOffered } from '../../../slack/state/is-offered.ts';
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
  type in INPUT_TYPES || MENUS.includes(type) || ['radio_buttons', 'checkboxes'].includes(type);

const MENUS: readonly string[] = [
  'static_select',
  'multi_static_select',
  'conversations_select',
  'multi_conversations_select',
  'users_select',
  'multi_users_select',
];

/** What text or a choice is put into. */
export function Field({ element, labelling, onChoose }: FieldProps) {
  const { type } = element;
  if (MENUS.includes(type)) return <Menu {...{ element, labelling, onChoose }} />;
  if (type === 'radio_buttons' || type === 'checkboxes')
    return <Choices {...{ element, labelling, onChoose }} />;
  return <TextField {...{ element, labelling, onChoose }} />;
}

function Menu({ element, labelling, onChoose }: FieldProps) {
  const options = useOptions(element);
  const isMultiple = element.type.startsWith('multi_');
  const chosen = chosenIn(element);
  return (
    <select
      {...labelling}
      multiple={isMultiple}
      defaultValue={isMultiple ? chosen : (chosen[0] ?? '')}
      onChange={({ target }) =>
        onChoose?.(
          isMultiple
            ? { values: [...target.selectedOptions].map(({ value }) => value) }
            : { value: target.value },
        )
      }
    >
      {!isMultiple && (
        <option value="" disabled>
          {element.placeholder?.text ?? 'Choose…'}
        </option>
      )}
      {options.map(({ text, value }) => (
        <option key={value} value={value}>
          {text.text}
        </option>
      ))}
    </select>
  );
}

/** What the app, or Slack for the person on the screen, puts into a menu at first. */
const chosenIn = ({
  initial_option,
  initial_options = [],
  initial_user,
  initial_users = [],
  initial_conversation,
  initial_conversations = [],
}: Pressable): string[] => [
  ...[initial_option, ...initial_options].flatMap((option) => option?.value ?? []),
  ...[initial_user, ...initial_users, initial_conversation, ...initial_conversations].filter(
    (id) => id !== undefined,
  ),
];

/** What a menu offers the person on the screen. */
function useOptions(element: Pressable): NonNullable<Pressable['options']> {
  const { channels, people } = useClient();
  const toOption = (value: string, text: string) => ({ text: { text }, value });
  if (element.type.endsWith('users_select')) return people.map(({ id, realName }) => toOption(id, realName));
  if (!element.type.endsWith('conversations_select')) {
    return element.options ?? (element.option_groups ?? []).flatMap(({ options }) => options);
  }
  const offered = channels.filter(
    ({ name, isMember, isShared }) =>
      isMember && isOffered(element, { isDirect: name === 'direct', isShared }),
  );
  return offered.map(({ id, name }) => toOption(id, name === 'direct' ? 'Backup Status' : `# ${name}`));
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
