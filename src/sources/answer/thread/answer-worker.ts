// The thread of `answer-thread.ts`: reads one answer after the other, and evaluates expressions over it. It may be ended at any moment.

import { parentPort } from 'node:worker_threads';
import { type BodyFormat, type BodyInThread, type FormatDescription, isNothing } from '../body/body-format.ts';
import { jsonFormat } from '../body/json-body.ts';
import { textMax } from '../expressions/bounded-functions.ts';
import { createInterpreter, type Interpreter } from '../expressions/interpreter.ts';
import { declined, findShortcut } from '../expressions/plain-path.ts';

export type ThreadOrder =
  /** One expression over a small body. */
  | { readonly kind: 'evaluate'; readonly text: string; readonly body: unknown }
  | {
      readonly kind: 'read';
      readonly format: FormatDescription;
      readonly bytes: Uint8Array;
      readonly charset: string | undefined;
    }
  /** These expressions over the body that was just read, which the thread then drops. */
  | { readonly kind: 'look'; readonly texts: readonly string[] };

export type ThreadResult =
  | { readonly kind: 'evaluated'; readonly json: string | undefined }
  | { readonly kind: 'read'; readonly body: Pick<BodyInThread, 'isEmpty' | 'fault'> | undefined }
  | { readonly kind: 'looked'; readonly found: BodyInThread['found'] }
  | { readonly kind: 'failed' };

/** A message holds the thread's result and the processor time that it has used since it began. */
export interface ThreadMessage {
  readonly result: ThreadResult | { readonly kind: 'ready' };
  readonly usedMicros: number;
}

/** The limit applies to the result of one expression. */
const valuesMax = 100_000;
/** No field may hold a text of this length, so that what is cut here is refused for its length. */
const glimpseMax = 16_384;
const interpreters = new Map<string, Interpreter>();
const formats = new Map<string, BodyFormat>();
let known: unknown;

async function obey(order: ThreadOrder): Promise<ThreadResult> {
  try {
    if (order.kind === 'read') return await read(order);
    if (order.kind === 'look') return await look(order.texts);
    // What cannot be sent, such as a function, is no value; JSON also drops what JSONata hides in its lists.
    return { kind: 'evaluated', json: toResultJson(await interpret(order.text, order.body)) };
  } catch {
    // What JSONata throws may quote the body.
    return { kind: 'failed' };
  }
}

async function read({ format, bytes, charset }: ThreadOrder & { kind: 'read' }): Promise<ThreadResult> {
  const key = JSON.stringify(format);
  const opened = formats.get(key) ?? (await openFormat(format));
  formats.set(key, opened);
  const body = opened.parse(bytes, charset);
  if (body.kind === 'unreadable') return { kind: 'read', body: undefined };
  known = body.known;
  return { kind: 'read', body: { isEmpty: isNothing(body.sent), ...(body.fault && { fault: body.fault }) } };
}

/** Loads what a format needs at its first answer. */
async function openFormat(description: FormatDescription): Promise<BodyFormat> {
  if (description.kind === 'json') return jsonFormat;
  if (description.kind === 'fixed') {
    const { createFixedFormat } = await import('../fixed/fixed-format.ts');
    return createFixedFormat(description.layout);
  }
  const { lists, certificates } = description;
  const { createXmlFormat } = await import('../xml/xml-body.ts');
  if (certificates.length === 0) return createXmlFormat({ lists });
  const { createXmlVerifier } = await import('../xml/xml-signature.ts');
  return createXmlFormat({ lists, verify: createXmlVerifier(certificates) });
}

async function look(texts: readonly string[]): Promise<ThreadResult> {
  const body = known;
  known = undefined;
  const found = new Map<string, unknown>();
  for (const text of texts) {
    try {
      const shortcut = findShortcut(text);
      const value = shortcut === undefined ? declined : shortcut(body);
      found.set(text, toGlimpse(value === declined ? await interpret(text, body) : value));
    } catch {
      // It is missing among what was found.
    }
  }
  return { kind: 'looked', found };
}

function interpret(text: string, body: unknown): Promise<unknown> {
  const interpreter = interpreters.get(text) ?? createInterpreter(text);
  interpreters.set(text, interpreter);
  return interpreter.evaluate(body);
}

/** No field holds a list or an object, so that their kind is all that a reader needs to refuse them. */
function toGlimpse(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, glimpseMax);
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

/** A list that holds another one twice, over and over, is small in memory and endless in writing. */
function toResultJson(result: unknown): string | undefined {
  let values = 0;
  return JSON.stringify(result, (_name, value: unknown) => {
    if (++values > valuesMax || (typeof value === 'string' && value.length > textMax)) throw new Error('too large');
    return value;
  });
}

function answer(result: ThreadMessage['result']): void {
  const { user, system } = process.threadCpuUsage();
  const message: ThreadMessage = { result, usedMicros: user + system };
  parentPort?.postMessage(message);
}

parentPort?.on('message', async (order: ThreadOrder) => answer(await obey(order)));
answer({ kind: 'ready' });
