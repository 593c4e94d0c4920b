import type { IncomingMessage } from 'node:http';

/**
 * The whole body. `too-large` as soon as it is known, with the rest unread; `broken-off` when the sender, or the server
 * because of a slow sender, ended the connection. Never rejects.
 */
export function readRequestBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too-large' | 'broken-off'> {
  const announced = Number(request.headersDistinct['content-length']?.[0] ?? 0);
  if (announced > maxBytes) return Promise.resolve('too-large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        request.pause();
        resolve('too-large');
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => resolve('broken-off'));
    request.on('close', () => resolve('broken-off'));
  });
}
