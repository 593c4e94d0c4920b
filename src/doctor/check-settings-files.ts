import { existsSync, statSync } from 'node:fs';
import type { SecretFile } from '../config.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Read by others of the machine, or written by anybody but the owner. A group that may read is one that was given the right. */
const TOO_MUCH = 0o027;
/** Where engines put what they are told to keep secret: in a container of its own, with a mode of theirs. */
const OF_THE_ENGINE = /^(?:\/var)?\/run\/secrets\//;

/** Who else may read the files that hold the settings: `.env` and those of `<NAME>_FILE`. Nothing where there are none. */
export function checkSettingsFiles(secretFiles: readonly SecretFile[]): readonly Finding[] {
  const paths = ['.env', ...secretFiles.map(({ path }) => path)];
  const there = [...new Set(paths)].filter((path) => !OF_THE_ENGINE.test(path) && existsSync(path));
  const modes = there.map((path) => ({ path, mode: statSync(path).mode & 0o777 }));
  const open = modes.filter(({ mode }) => (mode & TOO_MUCH) !== 0);
  if (open.length > 0) return open.map(tooOpen);
  if (modes.length === 0) return [];
  const shown = modes.map(({ path, mode }) => `${path} ${octal(mode)}`).join(', ');
  return [passed('settings files', `${shown}: closed to others`)];
}

const octal = (mode: number) => mode.toString(8).padStart(3, '0');

const tooOpen = ({ path, mode }: { readonly path: string; readonly mode: number }) =>
  failed(
    'settings files',
    `${path} has mode ${octal(mode)}: others on this machine can read or change its secrets`,
    `chmod 600 ${path} (in Kubernetes: defaultMode 0440 of the volume)`,
  );
