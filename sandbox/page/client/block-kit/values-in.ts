import type { SubmitValues } from '../../../slack/client/fill-in.ts';

type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Kinds of entries that cannot be emptied once something was chosen. */
const CHOICES = ['radio', 'select-one', 'date', 'time'];

/** What stands in the input blocks of a form, by name. A choice not made is left out; an emptied text is not. */
export function valuesIn(form: HTMLFormElement): SubmitValues {
  const data = new FormData(form);
  const values: Record<string, string | string[]> = {};
  for (const { name, type } of form.querySelectorAll<Entry>('.input-field [name]')) {
    const [value = '', ...more] = data.getAll(name).map(String);
    if (type === 'checkbox' || type === 'select-multiple')
      values[name] = value === '' ? [] : [value, ...more];
    else if (value !== '' || !CHOICES.includes(type)) values[name] = value;
  }
  return values;
}
