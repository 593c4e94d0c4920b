import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Larger than this are only as many at a time as `takePlace` has places. Absent: `maxBytes`. */
  readonly ordinaryBytes?: number;
  /** Gives the place back when it is called; undefined when there is none. */
  readonly takePlace?: () => (() => void) | undefined;
}

/**
 * The whole body. `too-large` as soon as it is known, or when it is large and no place is free, with the rest unread;
 * `broken-off` when the sender, or the server because of a slow sender, ended the connection. Never rejects.
 */
export function readRequestBody(
  request: IncomingMessage,
  { maxBytes, ordinaryBytes = maxBytes, takePlace }: BodyLimits,
): Promise<Buffer | 'too-large' | 'broken-off'> {
  const announced = Number(request.headersDistinct['content-length']?.[0] ?? 0);
  if (announced > maxBytes) return Promise.resolve('too-large');
  let leavePlace: (() => void) | undefined;
  const hasRoomFor = (size: number) => {
    if (size <= ordinaryBytes) return true;
    leavePlace ??= takePlace?.();
    return size <= maxBytes && leavePlace !== undefined;
  };
  const reading = new Promise<Buffer | 'too-large' | 'broken-off'>((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (hasRoomFor(size)) chunks.push(chunk);
      else {
        request.pause();
        resolve('too-large');
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => resolve('broken-off'));
    request.on('close', () => resolve('broken-off'));
  });
  return reading.finally(() => leavePlace?.());
}

/** So many places at a time. */
export function createPlaces(count: number): () => (() => void) | undefined {
  let free = count;
  return () => {
    if (free === 0) return undefined;
    free -= 1;
    return () => {
      free += 1;
    };
  };
}
