// One file of a publisher onto the disk, and whether it is what it should be: a page in place of a file is found out by its first bytes.

import { open } from 'node:fs/promises';
import { writeChunk } from '../../datasets/files/chunks.ts';
import { OperatorError } from '../../errors.ts';
import type { FileForm } from './list-download.ts';
import { type PublisherAnswer, type PublisherClient, type PublisherRequest, toShown } from './publisher-client.ts';

/** A publisher identifies the version of a file by these values, and the next request repeats them. */
export interface Validators {
  readonly etag: string | null;
  readonly last_modified: string | null;
}

export type FetchedFile =
  | { readonly kind: 'file'; readonly path: string; readonly validators: Validators }
  | { readonly kind: 'not_modified' }
  | { readonly kind: 'absent'; readonly status: number };

export interface FileOrder {
  readonly request: PublisherRequest;
  readonly path: string;
  readonly form: FileForm;
  readonly bytesMax: number;
  /** The validators belong to the live edition; undefined fetches the file in any case. */
  readonly known: Validators | undefined;
  /** Where a person gets the file, and the list that it is imported as. */
  readonly page: string;
  readonly list: string;
  readonly onStart: (bytes: number) => void;
  readonly onBytes: (bytes: number) => void;
}

const startBytes = 1024;

export async function fetchFile(client: PublisherClient, order: FileOrder, signal: AbortSignal): Promise<FetchedFile> {
  const { request, path, known } = order;
  const headers = { ...request.headers, ...toConditions(known) };
  const fetched = await client.ask({ ...request, headers }, (answer) => take(answer, order), signal);
  if (fetched.kind === 'file') await checkForm(path, order);
  return fetched;
}

function toConditions(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
  };
}

async function take(answer: PublisherAnswer, order: FileOrder): Promise<FetchedFile> {
  const { status, headers } = answer;
  if (status === 304 && order.known !== undefined) return { kind: 'not_modified' };
  if (status === 403 || status === 404 || status === 410) return { kind: 'absent', status };
  const { bytesMax, path, request } = order;
  if (status !== 200)
    throw new OperatorError({
      en: `${toShown(request.url)} answered ${status}, and not with the file. ${toByHand(order)}`,
      pt: `${toShown(request.url)} respondeu ${status}, e não com o arquivo. ${toByHandInPortuguese(order)}`,
    });
  order.onStart(Number(headers['content-length'] ?? 0) || 0);
  const handle = await open(path, 'w', 0o600);
  let position = 0;
  try {
    for await (const chunk of answer.body) {
      answer.beat(chunk.length);
      if (position + chunk.length > bytesMax)
        throw new OperatorError({
          en: `${toShown(request.url)} sends more than ${bytesMax} bytes, more than this list ever had: nothing was imported. ${toByHand(order)}`,
          pt: `${toShown(request.url)} envia mais de ${bytesMax} bytes, mais do que esta lista já teve: nada foi importado. ${toByHandInPortuguese(order)}`,
        });
      await writeChunk(handle, chunk, position);
      position += chunk.length;
      order.onBytes(chunk.length);
    }
  } catch (error) {
    order.onBytes(-position);
    throw error;
  } finally {
    await handle.close();
  }
  const validators = { etag: headers['etag'] ?? null, last_modified: headers['last-modified'] ?? null };
  return { kind: 'file', path, validators };
}

const forms: Readonly<Record<FileForm, (start: string) => boolean>> = {
  zip: (start) => start.startsWith('PK'),
  json: (start) => /^\s*[{[]/.test(start),
  csv: (start) => !/^\s*</.test(start),
  xml: (start) => /^\s*</.test(start) && !isPage(start),
};

async function checkForm(path: string, order: FileOrder): Promise<void> {
  const start = await readStart(path);
  if (forms[order.form](start)) return;
  throw new OperatorError(
    isPage(start)
      ? {
          en: `${toShown(order.request.url)} answered with a web page in place of the file: the publisher refuses programs, or asks for something first. ${toByHand(order)}`,
          pt: `${toShown(order.request.url)} respondeu com uma página no lugar do arquivo: o publicador recusa programas, ou pede algo antes. ${toByHandInPortuguese(order)}`,
        }
      : {
          en: `What ${toShown(order.request.url)} gave is not ${order.form.toUpperCase()}: nothing was imported. ${toByHand(order)}`,
          pt: `O que ${toShown(order.request.url)} enviou não é ${order.form.toUpperCase()}: nada foi importado. ${toByHandInPortuguese(order)}`,
        },
  );
}

function isPage(start: string): boolean {
  return /^\s*</.test(start) && /<(?:!doctype\s+html|html|head|body|script|meta)\b/i.test(start);
}

async function readStart(path: string): Promise<string> {
  await using handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0);
  return buffer.subarray(0, bytesRead).toString('latin1').replace(/^ï»¿/, '');
}

/** The normal way for publishers that let no program in. */
export function toByHandInPortuguese({ page }: Pick<FileOrder, 'page'>): string {
  return `Baixe o arquivo no navegador, em ${page}, e importe.`;
}

export function toByHand({ page, list }: Pick<FileOrder, 'page' | 'list'>): string {
  return `Download the file in a browser from ${page} and import it: confere lists import ${list} FILE`;
}
