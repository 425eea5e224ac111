// Turns the `request` of a description into HTTP requests for one person or company.
// It decides what is sent; whether and when it is sent is decided elsewhere.

import { randomUUID } from 'node:crypto';
import type { RequestDescription } from '../schema/calls/request.ts';
import { compileBody } from './body/compile-body.ts';
import { type FormEntries, toForm } from './body/form-body.ts';
import type { RequestFault, RequestProblem } from './body/request-body.ts';
import { type PlaceholderValues, parseTemplate, type Template } from './template.ts';

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query. It may hold a CPF where the party demands it there: never log it, never put it in an error. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

export interface RequestBuilder {
  readonly needsBirthDate: boolean;
  /** The placeholders that the request uses: two queries that agree in these ask the same. */
  readonly names: readonly string[];
  /** Why these values cannot be sent; undefined where they can. To be asked before `build`. It never says a value. */
  findUnfit(values: PlaceholderValues): RequestProblem | undefined;
  build(values: PlaceholderValues): OutgoingRequest;
}

/** Set by the connection itself; a description that sets them could change how the request is framed. */
const headersOfTheConnection = new Set([
  ...['host', 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
  ...['content-length', 'accept-encoding', 'content-encoding'],
]);

export interface Slots {
  readonly subjectNames: readonly string[];
  readonly secretNames: readonly string[];
  /** What the answer is to be written in. */
  readonly accept: string;
  /** Signs a body in XML. */
  readonly signXml?: ((text: string) => string) | undefined;
  /** Values of earlier answers, such as `call.person.id` and `token.jwt_token`. */
  readonly givenNames?: readonly string[];
  /** Why this request cannot use one of them. */
  readonly findMisuse?: (name: string) => string | undefined;
}

/** Compiles a request. After a fault the builder must not be used. */
export function compileRequest(
  description: RequestDescription,
  { subjectNames, secretNames, accept, signXml, givenNames = [], findMisuse }: Slots,
  fault: RequestFault,
): RequestBuilder {
  const used = new Set<string>();
  const names = [...subjectNames, 'uuid', ...givenNames];
  const namesWithSecrets = [...names, ...secretNames.map((name) => `secret.${name}`)];
  const compile = (text: string, known: readonly string[], path: readonly string[]): Template | undefined => {
    const template = parseTemplate(text, known, (problem) => fault(path, problem));
    for (const name of template?.names ?? []) {
      used.add(name);
      const problem = findMisuse?.(name);
      if (problem !== undefined) fault(path, problem);
    }
    return template;
  };
  const compileEntries = (
    entries: Readonly<Record<string, string>> | undefined,
    part: string,
    known = namesWithSecrets,
  ) => Object.entries(entries ?? {}).map(([key, text]) => [key, compile(text, known, [part, key])] as const);

  const path = compile(description.path, names, ['path']);
  checkPath(description, path, fault);
  // A name holds letters that a header cannot carry.
  const headers = compileEntries(
    description.headers,
    'headers',
    namesWithSecrets.filter((name) => name !== 'name'),
  );
  for (const [name, text] of Object.entries(description.headers ?? {})) checkHeader(name, text, fault);
  const query = compileEntries(description.query, 'query');
  const payload = compileBody(description, {
    compile: (text, at) => compile(text, namesWithSecrets, at),
    fault,
    signXml,
  });
  const [body, inQuery] = payload?.place === 'query' ? [undefined, payload] : [payload, undefined];
  const method = description.method ?? (body === undefined ? 'GET' : 'POST');
  if (method === 'GET' && body !== undefined) fault(['method'], 'a GET has no body: use POST');

  return {
    needsBirthDate: description.needs_birth_date ?? false,
    names: [...used].filter((name) => subjectNames.includes(name)),
    findUnfit: (values) => findUnfitHeader(headers, values) ?? payload?.findUnfit?.(values),
    build(subject) {
      const values = used.has('uuid') ? { ...subject, uuid: randomUUID() } : subject;
      const search = [toForm(query, values), inQuery?.render(values) ?? ''].filter((part) => part !== '').join('&');
      const rendered = path?.render(values, encodeURIComponent) ?? '';
      return {
        method,
        path: search === '' ? rendered : `${rendered}?${search}`,
        headers: toHeaders(headers, values, { accept, 'content-type': body?.contentType }),
        body: body?.render(values) ?? null,
      };
    },
  };
}

function checkPath(description: RequestDescription, path: Template | undefined, fault: RequestFault): void {
  if (/[?#\s\\]|[^\x21-\x7e]/.test(description.path)) {
    fault(['path'], 'a path has no ?, #, blank or accent; parameters go under query');
  }
  if (path?.names.includes('birth_date') && description.needs_birth_date !== true) {
    fault(['path'], 'it uses {birth_date}, so set needs_birth_date: true');
  }
  if (path?.names.includes('name')) fault(['path'], '{name} is optional and cannot be part of the path');
}

export function checkHeader(name: string, text: string, fault: RequestFault): void {
  const path = ['headers', name];
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) fault(path, 'this is no name of a header');
  if (headersOfTheConnection.has(name.toLowerCase())) {
    fault(path, 'this header belongs to the connection and is set for you');
  }
  if (beyondAscii.test(text)) fault(path, 'a header holds plain ASCII on one line');
}

const beyondAscii = /[^\x20-\x7e]/;

function findUnfitHeader(headers: FormEntries, values: PlaceholderValues): RequestProblem | undefined {
  for (const [header, template] of headers) {
    const unfit = template?.names.find((name) => beyondAscii.test(values[name] ?? ''));
    if (unfit === undefined) continue;
    const problem = `{${unfit}} holds a character that a header cannot carry: it must be plain ASCII on one line`;
    return { path: ['headers', header], problem };
  }
  return undefined;
}

function toHeaders(
  entries: FormEntries,
  values: PlaceholderValues,
  implied: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const given = entries.map(([name, template]) => [name.toLowerCase(), template?.render(values)]);
  const all = [...Object.entries(implied), ...given].filter(([, value]) => value !== undefined);
  return Object.fromEntries(all);
}
