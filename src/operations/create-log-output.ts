import { AsyncResource } from 'node:async_hooks';
import { constants, openSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** In characters: some thousands of lines. */
const HELD_AT_MOST = 1_000_000;
const TRY_AGAIN_MS = 10;
/** What an exit waits for a reader. */
const LAST_LINES_WITHIN_MS = 1_000;

/**
 * The standard output. The lines of one turn of the event loop are one write. A reader that stops reading blocks
 * nothing: lines are held, then dropped and counted until it reads again. The same goes for lines that cannot be
 * written, on a full disk or when the reader is gone. An exit writes what is held, within a second; a kill takes the
 * lines of one turn.
 */
export function createLogOutput(
  /** Told how many lines were dropped, when lines can be written again. What it logs is the next line. */
  onDropped: (count: number) => void,
): DestinationStream {
  const fd = openWithoutWaiting();
  // Belongs to no request, whichever request's line is written first.
  const held = createHeldLines(AsyncResource.bind(onDropped));
  let isScheduled = false;

  /** Whether there was room for all of it. */
  function writeHeld(): boolean {
    try {
      for (let rest = held.next(); rest.length > 0; rest = held.next()) held.wrote(writeSync(fd, rest));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
      held.drop();
      return true;
    }
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(attempt);
  }

  function attempt(): void {
    if (writeHeld()) isScheduled = false;
    else setTimeout(attempt, TRY_AGAIN_MS).unref();
  }

  process.once('exit', () => {
    const untilMs = performance.now() + LAST_LINES_WITHIN_MS;
    while (!writeHeld() && performance.now() < untilMs) pause(TRY_AGAIN_MS);
  });
  return {
    write(line) {
      held.add(line);
      schedule();
    },
  };
}

/** Lines that wait for being written, and how many were dropped instead. */
function createHeldLines(tell: (dropped: number) => void) {
  let held = '';
  let heldLines = 0;
  /** The part of an earlier turn's lines that had no room. */
  let rest = Buffer.alloc(0);
  let restLines = 0;
  let isDropping = false;
  let dropped = 0;
  /** Those of them that `rest` tells of. */
  let told = 0;

  /** Called when everything before is written. */
  function take(): void {
    [isDropping, told] = [false, 0];
    if (held === '' && dropped > 0) {
      [told, dropped] = [dropped, 0];
      tell(told);
    }
    rest = Buffer.from(held);
    [restLines, held, heldLines] = [heldLines, '', 0];
  }

  return {
    add(line: string): void {
      isDropping ||= held.length + rest.length + line.length > HELD_AT_MOST;
      if (isDropping) dropped += 1;
      else {
        held += line;
        heldLines += 1;
      }
    },
    /** What to write now; empty: nothing is left. */
    next(): Buffer {
      if (rest.length === 0) take();
      return rest;
    },
    wrote(bytes: number): void {
      rest = rest.subarray(bytes);
    },
    /** Drops all of it. */
    drop(): void {
      dropped += restLines + told + heldLines;
      rest = Buffer.alloc(0);
      [restLines, told, held, heldLines, isDropping] = [0, 0, '', 0, false];
    },
  };
}

/** The standard output as a descriptor whose writes fail with EAGAIN instead of waiting for a reader. */
function openWithoutWaiting(): number {
  // Node makes pipes and sockets non-blocking when `process.stdout` is first read. Terminals have to be opened again.
  if (!process.stdout.isTTY) return 1;
  try {
    return openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 1; // Not on this system: a terminal that is held holds up the process.
  }
}

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
