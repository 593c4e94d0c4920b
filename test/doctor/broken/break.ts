import type { Finding } from '../../../src/cli/doctor.ts';
import { SETTINGS } from '../../../src/settings.ts';
import type { Installation, Settings } from '../installation.ts';

/** One setting made wrong, and what the doctor has to say of it. */
export interface Break {
  /** Its name in src/settings.ts. */
  readonly setting: string;
  readonly how: string;
  readonly settings: (installation: Installation) => Settings;
  readonly check: Finding['check'];
  readonly message: RegExp;
  readonly fix: RegExp;
}

/** A setting whose very form is wrong: nothing has to be asked, and the fix says what the setting is. */
export const malformed = (setting: keyof typeof SETTINGS.shape, value: string, message: RegExp): Break => ({
  setting,
  how: value === '' ? 'left out' : value,
  settings: ({ settings }) => settings({ [setting]: value }),
  check: 'settings',
  message: new RegExp(`^${setting} ${message.source}`),
  fix: new RegExp(`\\.env.*${setting}: .*${literally(SETTINGS.shape[setting].description ?? '')}`),
});

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
