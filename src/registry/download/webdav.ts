// Reads a public WebDAV share (the Receita publishes through Nextcloud): what a folder holds, and a file or its tail.
// Owns the address. Names from the share are only compared with names we know; no address is ever taken from an answer.

import { type Dispatcher, Pool } from 'undici';
import { readBody, toCredentials, toSingle } from '../../datasets/depots/transfer.ts';
import { OperatorError } from '../../errors.ts';

export interface RemoteEntry {
  readonly name: string;
  readonly folder: boolean;
  /** The value is undefined if the share does not state it; folders have none. */
  readonly bytes: number | undefined;
  /** `version` is the mark that the share gives to tell one version of a file from another. */
  readonly version: string;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Dispatcher.ResponseData['body'];
}

export interface WebdavShare {
  /** Where it is, without the token that some addresses carry. */
  readonly address: string;
  list(path: readonly string[], signal: AbortSignal): Promise<ListAnswer>;
  get(path: readonly string[], headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<RemoteAnswer>;
  close(): Promise<void>;
}

export type ListAnswer =
  | { readonly kind: 'listed'; readonly entries: readonly RemoteEntry[] }
  | { readonly kind: 'refused'; readonly status: number; readonly headers: RemoteAnswer['headers'] };

const listBytesMax = 4 << 20;
const properties =
  '<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/>' +
  '<d:getlastmodified/><d:getetag/></d:prop></d:propfind>';

export function createWebdavShare(options: { readonly url: string; readonly connections: number }): WebdavShare {
  const base = parseAddress(options.url);
  // The caller watches for stalls, byte by byte; the timeouts of the pool would only add a second opinion.
  const pool = new Pool(base.origin, { connections: options.connections, headersTimeout: 0, bodyTimeout: 0 });
  const common = { 'accept-encoding': 'identity', ...toCredentials(base) };
  const pathOf = (path: readonly string[]): string => base.pathname + path.map(encodeURIComponent).join('/');
  const send = async (request: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<RemoteAnswer> => {
    const { statusCode, headers, body } = await pool.request({
      ...request,
      headers: { ...common, ...request.headers },
    });
    return { status: statusCode, headers: toSingle(headers), body };
  };
  return {
    address: base.origin + base.pathname,
    async list(path, signal) {
      const answer = await send({
        // undici sends any method; its type knows only the common ones.
        method: 'PROPFIND' as Dispatcher.HttpMethod,
        path: path.length === 0 ? base.pathname : `${pathOf(path)}/`,
        headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
        body: properties,
        signal,
      });
      if (answer.status !== 207) {
        await answer.body.dump();
        return { kind: 'refused', status: answer.status, headers: answer.headers };
      }
      return { kind: 'listed', entries: parseMultistatus(await readAnswerText(answer.body)) };
    },
    get: (path, headers, signal) => send({ method: 'GET', path: pathOf(path), headers, signal }),
    close: () => pool.destroy(),
  };
}

/** Takes what it knows from a multistatus body and nothing else: no entities but the five of XML, no DTD, no nesting. */
export function parseMultistatus(xml: string): RemoteEntry[] {
  if (!/<(?:[\w-]+:)?multistatus[\s>]/.test(xml) || xml.includes('<!DOCTYPE')) {
    throw new OperatorError({
      en: 'The address of the registry files does not answer as a WebDAV share: check registry.download_url.',
      pt: 'O endereço dos arquivos do cadastro não responde como uma pasta WebDAV: veja registry.download_url.',
    });
  }
  const entries: RemoteEntry[] = [];
  // Split by the end tag: a pattern from start tag to end tag would be quadratic on a hostile body.
  for (const response of xml.split(/<\/(?:[\w-]+:)?response\s*>/).slice(0, -1)) {
    const name = nameOf(findText(response, 'href') ?? '');
    if (name === undefined) continue;
    const length = findText(response, 'getcontentlength')?.trim() ?? '';
    const bytes = /^\d{1,15}$/.test(length) ? Number(length) : undefined;
    const folder = /<(?:[\w-]+:)?collection[\s/>]/.test(response);
    const version = `${findText(response, 'getetag') ?? ''} ${findText(response, 'getlastmodified') ?? ''}`.trim();
    entries.push({ name, folder, bytes, version });
  }
  return entries;
}

function findText(xml: string, element: string): string | undefined {
  const found = new RegExp(`<(?:[\\w-]+:)?${element}(?:\\s[^<>]*)?>([^<]*)<`).exec(xml)?.[1];
  return found === undefined ? undefined : decodeEntities(found);
}

/** One pass, so that `&amp;lt;` stays `&lt;`. */
function decodeEntities(text: string): string {
  const known: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => known[name] as string);
}

/** The last segment of a path or an address; undefined where it cannot be read. */
function nameOf(href: string): string | undefined {
  const segment =
    href
      .trim()
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return segment === '' ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

async function readAnswerText(body: RemoteAnswer['body']): Promise<string> {
  const whole = await readBody(body, listBytesMax);
  if (whole !== undefined) return whole.toString('utf8');
  throw new OperatorError({
    en: 'The list of registry files is absurdly long: check registry.download_url.',
    pt: 'A lista de arquivos do cadastro é longa demais: veja registry.download_url.',
  });
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new OperatorError({
      en: 'The address of the registry files (registry.download_url) must be an http or https address of a folder, without ? or #.',
      pt: 'O endereço dos arquivos do cadastro (registry.download_url) tem de ser o de uma pasta, http ou https, sem ? nem #.',
    });
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}
