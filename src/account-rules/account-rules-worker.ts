import { closeSync, constants, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { packList } from './pack-list.ts';
import { type ParsedAccountRules, parseAccountRules } from './parse-account-rules.ts';

/** A list of 20,000 accounts, and the rules. */
const BYTES_AT_MOST = 2 * 1024 * 1024;

/** What is parsed, on its way to the thread that asked: the list as one text, see `packList`. */
export type RulesMessage =
  | Extract<ParsedAccountRules, { readonly kind: 'invalid' }>
  | (Omit<Extract<ParsedAccountRules, { readonly kind: 'valid' }>, 'fleet'> & { readonly fleet?: string });

/** Reads and parses the file, for as long as that takes. */
function readAccountRules(path: string): ParsedAccountRules {
  try {
    const bytes = readBounded(path);
    if (bytes.length > BYTES_AT_MOST) return { kind: 'invalid', problems: ['is larger than 2 MiB'] };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parseAccountRules(text, basename(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const problem =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8 text' : `cannot be read (${code})`;
    return { kind: 'invalid', problems: [problem] };
  }
}

/** The file's bytes, read to one byte past the limit: something other than a plain file may never end. */
function readBounded(path: string): Buffer {
  // Opening a pipe that nobody writes to must not block.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(BYTES_AT_MOST + 1);
    let length = 0;
    for (;;) {
      const read = readSync(file, bytes, length, bytes.length - length, null);
      if (read === 0) return bytes.subarray(0, length);
      length += read;
    }
  } finally {
    closeSync(file);
  }
}

function toMessage(parsed: ParsedAccountRules): RulesMessage {
  if (parsed.kind === 'invalid') return parsed;
  const { fleet, ...others } = parsed;
  return { ...others, fleet: fleet && packList(fleet) };
}

// Parsed on its own thread, so that a file that keeps the YAML parser busy blocks nothing and can be abandoned.
parentPort?.postMessage(toMessage(readAccountRules(workerData)));
