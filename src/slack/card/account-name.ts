import type { Pin } from '../../account/pins.ts';
import { CUTS } from '../kit/limits.ts';
import type { FormatContext } from '../kit/message.ts';
import { tidy, tidyKeepingEnd } from '../kit/tidy.ts';

type Reader = Pick<FormatContext, 'audience' | 'pins' | 'words'>;

/**
 * How an account is called where there is room: `Acme (1004)` for a reader who has named it, or by the name that it has
 * for everybody, else the whole id.
 */
export function accountName(id: string, reader: Reader, displayName?: string): string {
  return named(id, reader, displayName) ?? tidy(id, CUTS.id);
}

/** The same among others: the id is short enough for a list, and still told from its neighbours. */
export function accountInList(id: string, reader: Reader, displayName?: string): string {
  return named(id, reader, displayName) ?? idInList(id);
}

/** Undefined for a name without a visible character. */
function named(id: string, reader: Reader, displayName = ''): string | undefined {
  const own = tidy(pinOf(id, reader)?.name ?? '', CUTS.pinName);
  const name = own || tidy(displayName, CUTS.pinName);
  return name === '' ? undefined : reader.words.pins.named(name, tidyKeepingEnd(id, CUTS.idBesideName));
}

/** An id among others: short enough for a list, and still told from its neighbours. */
export function idInList(id: string): string {
  return tidyKeepingEnd(id, CUTS.idInList);
}

/** The reader's pin of an account; none on what a whole channel reads. */
export function pinOf(
  id: string,
  { audience, pins }: Pick<FormatContext, 'audience' | 'pins'>,
): Pin | undefined {
  return audience === 'private' ? pins?.find(({ accountId }) => accountId === id) : undefined;
}
