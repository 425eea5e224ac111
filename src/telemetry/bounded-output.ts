// Where the log's lines go: a file descriptor that may be slow, full or closed. Nobody ever waits for it. What it does not take
// is kept up to a bound; beyond it lines are dropped, counted, and the count is written as soon as anything can be.

import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

export interface BoundedOutput {
  /** Whole lines, `count` of them. */
  write(text: string, count: number): void;
  /** Tries once more to write what waits. It may fail; the end of a process does not wait for its log. */
  flush(): void;
}

interface OutputOptions {
  readonly descriptor: number;
  /** The line that tells of dropped ones. */
  readonly toDroppedLine: (count: number) => string;
  /** The output calls `onReaderGone` once when the reader has gone for good. */
  readonly onReaderGone: () => void;
}

/** Throws like `writeSync` when nothing can be written now. */
type Sink = (bytes: Uint8Array) => number;

const waitingBytesMax = 1024 * 1024;
const retryMs = 250;

export function createBoundedOutput({ descriptor, toDroppedLine, onReaderGone }: OutputOptions): BoundedOutput {
  const sink = openSink(descriptor);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let isReaderGone = false;
  let timer: NodeJS.Timeout | undefined;

  function keep(bytes: Buffer): void {
    waiting.push(bytes);
    waitingBytes += bytes.length;
  }

  function push(): void {
    while (waitingBytes > 0 || dropped > 0) {
      if (waitingBytes === 0) {
        keep(Buffer.from(toDroppedLine(dropped)));
        dropped = 0;
      }
      try {
        const bytes = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting);
        waiting = [bytes];
        const rest = bytes.subarray(sink(bytes));
        waiting = rest.length === 0 ? [] : [rest];
        waitingBytes = rest.length;
      } catch (error) {
        fail(error);
        return;
      }
    }
    clearTimeout(timer);
    timer = undefined;
  }

  function fail(error: unknown): void {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE' && !isReaderGone) {
      isReaderGone = true;
      onReaderGone();
    }
    timer ??= setTimeout(() => {
      timer = undefined;
      push();
    }, retryMs).unref();
  }

  return {
    write(text, count) {
      const bytes = Buffer.from(text);
      // Once something was dropped, nothing is kept before that was told: the gap would be at the wrong place.
      if (dropped > 0 || (waitingBytes > 0 && waitingBytes + bytes.length > waitingBytesMax)) dropped += count;
      else keep(bytes);
      // While it is known to be stuck, the timer asks.
      if (timer === undefined) push();
    },
    flush: push,
  };
}

/** One line on the standard error, if it can be written without waiting. */
export function tellOnStandardError(line: string): void {
  try {
    openSink(2)(Buffer.from(line));
  } catch {
    // Then there is nobody left to tell.
  }
}

/** Each reload opens the log anew, and each opening of these would keep another listener or descriptor for as long as the process lives. */
const standardSinks = new Map<number, Sink>();

function openSink(descriptor: number): Sink {
  const sink = standardSinks.get(descriptor) ?? createSink(descriptor);
  // Any other number may stand for another file later.
  if (descriptor === 1 || descriptor === 2) standardSinks.set(descriptor, sink);
  return sink;
}

function createSink(descriptor: number): Sink {
  const kind = fstatSync(descriptor);
  if (kind.isFIFO() || kind.isCharacterDevice()) {
    const own = findOwnDescriptor(descriptor);
    if (own !== undefined) return (bytes) => writeSync(own, bytes, 0, countWholeLines(bytes));
  }
  // Writing to a regular file does not wait for a reader.
  return kind.isFIFO() || kind.isSocket() ? toStreamSink(descriptor) : (bytes) => writeSync(descriptor, bytes);
}

/** A pipe takes this many bytes in one piece or not at all. Beyond that, another process that writes to the same pipe could split a line. */
const pipeBytes = 4_096;
const newline = 10;

function countWholeLines(bytes: Uint8Array): number {
  if (bytes.length <= pipeBytes) return bytes.length;
  const last = bytes.lastIndexOf(newline, pipeBytes - 1);
  // A longer line than that goes by itself.
  return (last >= 0 ? last : bytes.indexOf(newline)) + 1 || bytes.length;
}

/**
 * The same pipe or terminal, opened once more: what is set on this opening is not set for everybody else who has the descriptor.
 * Undefined where the system has no such path, or the pipe belongs to another user.
 */
function findOwnDescriptor(descriptor: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

/** A socket, as systemd's journal gives one: the stream keeps what the other side does not take, and says how much that is. */
function toStreamSink(descriptor: number): Sink {
  const stream =
    findStandardStream(descriptor) ?? new Socket({ fd: descriptor, readable: false, writable: true }).unref();
  let fault: Error | undefined;
  stream.on('error', (error) => {
    fault = error;
  });
  return (bytes) => {
    if (fault !== undefined) throw fault;
    if (stream.writableLength > 0) throw Object.assign(new Error('The stream is busy'), { code: 'EAGAIN' });
    // A copy, because the caller goes on using its own.
    stream.write(Buffer.from(bytes));
    return bytes.length;
  };
}

/** Node must not have two streams on one descriptor. */
function findStandardStream(descriptor: number): NodeJS.WriteStream | undefined {
  return descriptor === 1 ? process.stdout : descriptor === 2 ? process.stderr : undefined;
}
