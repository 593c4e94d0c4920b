import type { ShortcutWords } from '../shortcut-words.ts';

export const shortcut: ShortcutWords = {
  title: 'Backup status',
  submit: 'Look up',
  close: 'Close',
  asking: 'Asking the service…',
  noneFound: 'No account found in that message. Type its id or name.',
  label: 'Another account',
  hint: 'An id or one of your short names. Separate several with spaces. Only you see the answer.',
  placeholder: 'id or name, e.g. 1001',
};
