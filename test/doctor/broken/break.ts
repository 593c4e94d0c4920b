import type { Finding } from '../../../src/doctor/finding.ts';
import { SETTINGS } from '../../../src/settings.ts';
import type { Installation, Settings } from '../installation.ts';

/** One setting made wrong, and what the doctor has to say of it. */
export interface Break {
  /** Its name in src/settings.ts. */
  readonly setting: string;
  readonly how: string;
  readonly settings: (installation: Installation) => Settings;
  readonly check: Finding['check'];
  readonly says: RegExp;
  readonly mend: RegExp;
}

/** A setting whose very form is wrong: nothing has to be asked, and the mend says what the setting is. */
export const malformed = (setting: keyof typeof SETTINGS.shape, value: string, says: RegExp): Break => ({
  setting,
  how: value === '' ? 'left out' : value,
  settings: ({ settings }) => settings({ [setting]: value }),
  check: 'settings',
  says: new RegExp(`^${setting} ${says.source}`),
  mend: new RegExp(`\\.env.*${setting}: .*${literally(SETTINGS.shape[setting].description ?? '')}`),
});

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
