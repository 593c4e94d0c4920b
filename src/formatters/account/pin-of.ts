import type { Pin } from '../../domain/pins.ts';
import type { FormatContext } from '../message.ts';

/** The reader's pin of an account; none on what a whole channel reads. */
export function pinOf(
  id: string,
  { audience, pins }: Pick<FormatContext, 'audience' | 'pins'>,
): Pin | undefined {
  return audience === 'private' ? pins?.find(({ accountId }) => accountId === id) : undefined;
}
