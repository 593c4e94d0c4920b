import type { ListedAccount } from '../domain/names/account-list.ts';

/**
 * The list as one text, which goes from one thread to another at once: of 20,000 objects the thread that gets them would
 * stand still. Neither ids nor names have tabs or line ends in them.
 */
export const packList = (list: readonly ListedAccount[]): string =>
  list.map(({ id, name = '' }) => `${id}\t${name}`).join('\n');

export function unpackList(packed: string): readonly ListedAccount[] {
  if (packed === '') return [];
  return packed.split('\n').map((line) => {
    const [id = '', name = ''] = line.split('\t');
    return { id, ...(name !== '' && { name }) };
  });
}
