// Brings what the publisher of a list offers now to the disk, unless it is what is live.

import { join } from 'node:path';
import { OperatorError } from '../../errors.ts';
import type { ListKind } from '../lists/list-kind.ts';
import { findNamedDay, listStamps, toStampDay } from './dated-files.ts';
import { toFileOfElection } from './election-year.ts';
import {
  type FetchedFile,
  type FileOrder,
  fetchFile,
  toByHand,
  toByHandInPortuguese,
  type Validators,
} from './fetch-file.ts';
import type { DatedDownload, FilesDownload, ListDownload, PublishedFile } from './list-download.ts';
import { type PublisherClient, toShown } from './publisher-client.ts';

export interface FetchOrder {
  readonly list: ListKind;
  readonly client: PublisherClient;
  /** An empty folder. */
  readonly folder: string;
  /** YYYY-MM-DD, in Brazil. */
  readonly today: string;
  /** The day of what is live. */
  readonly liveDay: string | undefined;
  /** By the name of the file, of what is live; a file that is not here is fetched in any case. */
  readonly known: Readonly<Record<string, Validators>>;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly onStart: FileOrder['onStart'];
  readonly onBytes: FileOrder['onBytes'];
}

export interface FetchedList {
  /** A file, or the folder where there are several. */
  readonly path: string;
  /** The day of the data where no name says it. */
  readonly asOf: string | undefined;
  readonly validators: Readonly<Record<string, Validators>>;
}

/** Fetches the list. Returns undefined if it equals the live one, and throws an OperatorError that says what to do. */
export function fetchList(download: ListDownload, order: FetchOrder): Promise<FetchedList | undefined> {
  return download.kind === 'dated' ? fetchDated(download, order) : fetchFiles(download, order);
}

async function fetchDated(download: DatedDownload, order: FetchOrder): Promise<FetchedList | undefined> {
  const { list, client, folder, liveDay, signal } = order;
  const named = await findNamedDay(client, download, signal);
  if (named !== undefined && liveDay !== undefined && toStampDay(named) <= liveDay) return undefined;
  const walked = listStamps(download, order.today).filter(
    (stamp) => liveDay === undefined || toStampDay(stamp) >= liveDay,
  );
  const stamps = [...new Set([...(named === undefined ? [] : [named]), ...walked])];
  for (const stamp of stamps) {
    const file: PublishedFile = {
      name: `${stamp}_${list.id.toUpperCase()}.zip`,
      url: `${download.page}/${stamp}`,
      form: 'zip',
    };
    const fetched = await fetchFile(client, toFileOrder(file, download, order, undefined), signal);
    if (fetched.kind === 'file') return { path: join(folder, file.name), asOf: undefined, validators: {} };
  }
  const { page } = download;
  throw new OperatorError({
    en: `${page} gives no file of the last ${download.stepsBack} ${download.pace}s: the publisher is late, or refuses programs. ${toByHand({ page, list: list.id })}`,
    pt: `${page} não oferece nenhum arquivo dos últimos ${download.stepsBack} ${download.pace === 'day' ? 'dias' : 'meses'}: o publicador está atrasado, ou recusa programas. ${toByHandInPortuguese({ page })}`,
  });
}

async function fetchFiles(download: FilesDownload, order: FetchOrder): Promise<FetchedList | undefined> {
  const { folder, known, today, list } = order;
  const files = download.files.map((file) => toFileOfElection(file, today));
  const fetched = new Map<PublishedFile, FetchedFile>();
  for (const file of files) fetched.set(file, await fetchOne(file, known[file.name]));
  // What is absent may be: it says nothing new.
  if ([...fetched.values()].every(({ kind }) => kind !== 'file')) return undefined;
  const validators: Record<string, Validators> = {};
  // Where one of several has changed, all of them are needed.
  for (const [file, first] of fetched) {
    const whole = first.kind === 'not_modified' ? await fetchOne(file, undefined) : first;
    if (whole.kind === 'file') validators[file.name] = whole.validators;
  }
  const [only, ...more] = files;
  const path = more.length === 0 && only !== undefined ? join(folder, only.name) : folder;
  const isDayNamed = files.some(({ name }) => list.findDay?.(name) !== undefined);
  return { path, asOf: isDayNamed ? undefined : today, validators };

  async function fetchOne(file: PublishedFile, version: Validators | undefined): Promise<FetchedFile> {
    const one = await fetchFile(order.client, toFileOrder(file, download, order, version), order.signal);
    if (one.kind !== 'absent' || file.isOptional === true) return one;
    throw new OperatorError({
      en: `${toShown(file.url)} answered ${one.status}: the file has moved, or its publisher refuses programs. ${toByHand({ page: list.page ?? file.url, list: list.id })}`,
      pt: `${toShown(file.url)} respondeu ${one.status}: o arquivo mudou de lugar, ou o publicador recusa programas. ${toByHandInPortuguese({ page: list.page ?? file.url })}`,
    });
  }
}

function toFileOrder(
  file: PublishedFile,
  { bytesMax, redirectHosts }: ListDownload,
  { list, folder, token, onStart, onBytes }: FetchOrder,
  known: Validators | undefined,
): FileOrder {
  return {
    request: { url: withToken(file, list.id, token), post: file.post, redirectHosts },
    path: join(folder, file.name),
    form: file.form,
    bytesMax,
    known,
    page: list.page ?? file.url,
    list: list.id,
    onStart,
    onBytes,
  };
}

function withToken({ url, needsToken }: PublishedFile, list: string, token: string | undefined): string {
  if (needsToken !== true) return url;
  if (token !== undefined) return `${url}${encodeURIComponent(token)}`;
  throw new OperatorError({
    en: `The publisher of ${list} gives every user a token of their own: set lists.eu_token, or import the file by hand.`,
    pt: `O publicador da lista ${list} dá a cada usuário um código próprio: configure lists.eu_token, ou importe o arquivo.`,
  });
}
