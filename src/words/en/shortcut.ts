import type { ShortcutWords } from '../shortcut-words.ts';

export const shortcut: ShortcutWords = {
  title: 'Backup status',
  submit: 'Look up',
  close: 'Close',
  asking: 'Asking the service…',
  noneFound: 'No account was found in that message. Which one is meant?',
  label: 'Another account',
  hint: 'An id or a name of yours; several with spaces between them. Only you see this.',
  placeholder: 'id or name, e.g. 1001',
};
