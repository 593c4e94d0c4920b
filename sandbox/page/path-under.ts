import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The path below `base`, which begins and ends with a slash: `/act` for `/secret/act` below `/secret/`. Undefined when it lies
 * elsewhere. How long it takes tells nothing about `base`.
 */
export function pathUnder(base: string, path: string): string | undefined {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const isUnder = timingSafeEqual(digest(path.slice(0, base.length)), digest(base));
  return isUnder ? `/${path.slice(base.length)}` : undefined;
}
