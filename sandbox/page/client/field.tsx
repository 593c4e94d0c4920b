import type { Button, ConversationsSelect, PlainTextInput } from '@slack/types';
import type { AriaAttributes } from 'react';
import { initialOf, isOffered, type Option } from '../../slack/state/elements.ts';
import { useClient } from './client.ts';

/** The fields of an interactive element that the page uses. */
export interface Element
  extends Partial<Omit<Button, 'type'>>,
    Pick<ConversationsSelect, 'filter'>,
    Pick<PlainTextInput, 'multiline' | 'max_length' | 'placeholder'> {
  readonly type: string;
  readonly options?: readonly Option[];
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}

/** A menu for the page's own controls. */
export function Select({ label, value, options, onChoose }: SelectProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FieldProps {
  readonly element: Element;
  /** Its accessible name: the id of a label, or a text. */
  readonly labelling: AriaAttributes & {
    readonly id?: string;
    readonly name?: string;
    readonly required?: boolean;
  };
  /** Gets the choice, or the text when Enter is pressed. Absent in a form, which reads the field itself. */
  readonly onChoose?: ((value: string) => void) | undefined;
}

/** An input for text or a choice. */
export function Field(props: FieldProps) {
  const { type } = props.element;
  if (type.endsWith('_select')) return <Menu {...props} />;
  return type === 'radio_buttons' ? <Choices {...props} /> : <TextField {...props} />;
}

function Menu({ element, labelling, onChoose }: FieldProps) {
  const options = useOptions(element);
  const isMultiple = element.type.startsWith('multi_');
  const values = initialOf({ ...element });
  return (
    <select
      {...labelling}
      multiple={isMultiple}
      defaultValue={isMultiple ? values : (values[0] ?? '')}
      onChange={({ target }) => onChoose?.(target.value)}
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

/** The options that a menu offers to the person on the screen. */
function useOptions({ type, options = [], filter }: Element): readonly Option[] {
  const { channels, people } = useClient().state;
  const toOption = (value: string, text: string) => ({ text: { text }, value });
  if (type.endsWith('users_select')) return people.map(({ id, realName }) => toOption(id, realName));
  if (type !== 'conversations_select') return options;
  return channels
    .filter((channel) => isOffered({ filter }, channel))
    .map(({ id, name, isDirect }) => toOption(id, isDirect ? 'Backup Status' : `# ${name}`));
}

function Choices({ element, labelling }: FieldProps) {
  const [chosen] = initialOf({ ...element });
  const { id, name, required, ...aria } = labelling;
  return (
    <fieldset {...aria} id={id} className="choices">
      {element.options?.map(({ text, value }) => (
        <label key={value}>
          <input type="radio" {...{ name, value, required }} defaultChecked={value === chosen} />
          {text.text}
        </label>
      ))}
    </fieldset>
  );
}

const TEXT_TYPES: Readonly<Record<string, string>> = { timepicker: 'time', datepicker: 'date' };

function TextField({ element, labelling, onChoose }: FieldProps) {
  const shared = {
    ...labelling,
    className: 'text-field',
    defaultValue: initialOf({ ...element })[0],
    placeholder: element.placeholder?.text,
    maxLength: element.max_length,
  };
  if (element.multiline) return <textarea {...shared} rows={4} />;
  return (
    <input
      {...shared}
      type={TEXT_TYPES[element.type] ?? 'text'}
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !onChoose || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onChoose(event.currentTarget.value);
      }}
    />
  );
}
