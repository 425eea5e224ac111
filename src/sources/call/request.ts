// Turns the `request` of a description into HTTP requests for one person or company.
// It decides what is sent; whether and when it is sent is decided elsewhere.

import type { Failure } from '../reply.ts';
import type { RequestDescription } from '../schema/calls/request.ts';
import { compileBody } from './body/compile-body.ts';
import { type FormEntries, toForm } from './body/form-body.ts';
import type { BodyCompiler, RequestFault, RequestProblem } from './body/request-body.ts';
import { findDocumentFault } from './documents/find-document-fault.ts';
import { explainBraces } from './documents/mend-document.ts';
import { digestPrefix, momentNames, withFresh } from './moment.ts';
import { type PlaceholderValues, parseTemplate, type Template } from './template.ts';

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query. It may hold a CPF where the party demands it there: never log it, never put it in an error. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | null;
}

export interface RequestBuilder {
  readonly needsBirthDate: boolean;
  /**
   * Places that hold a value of this name, which a caller may leave out, beside one that must not get lost. Without a birth date the party
   * is not asked, and without a name `findUnfit` refuses the request.
   */
  readonly tied: readonly { readonly name: OptionalName; readonly path: readonly string[] }[];
  /** The placeholders that the request uses: two queries that agree in these ask the same. */
  readonly names: readonly string[];
  /**
   * Why these values cannot be sent; undefined where they can. To be asked before `build`. It never says a value. Not there where all
   * values fit.
   */
  readonly findUnfit?: (values: PlaceholderValues) => RequestProblem | undefined;
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
  /** `accept` names the format that the request wants for the answer. */
  readonly accept: string;
  /** Signs a body in XML. */
  readonly signXml?: ((text: string) => string) | undefined;
  /** Values of earlier answers, such as `call.person.id` and `token.jwt_token`. */
  readonly givenNames?: readonly string[];
  /** Returns the reason why this request cannot use a placeholder. */
  readonly findMisuse?: (name: string) => string | undefined;
}

/** Compiles a request. After a fault the builder must not be used. */
export function compileRequest(
  description: RequestDescription,
  { subjectNames, secretNames, accept, signXml, givenNames = [], findMisuse }: Slots,
  fault: RequestFault,
): RequestBuilder {
  const used = new Set<string>();
  const names = [...subjectNames, ...momentNames, ...givenNames];
  const namesWithSecrets = [...names, ...secretNames.flatMap((name) => [`secret.${name}`, digestPrefix + name])];
  const tied: RequestBuilder['tied'][number][] = [];
  const leaveOutTogether: BodyCompiler['leaveOutTogether'] = (deciding, all, at) => {
    if (!all.some(({ names }) => names.some((name) => !losable.has(name)))) return;
    for (const name of optionalNames)
      if (deciding.some(({ needs }) => needs.includes(name))) tied.push({ name, path: at });
  };
  const compile = (text: string, known: readonly string[], path: readonly string[], around?: string) => {
    const template = parseTemplate(text, known, (problem) => fault(path, explainBraces(text) ?? problem));
    if (template === undefined) return undefined;
    for (const name of template.names) {
      used.add(name);
      const problem = findMisuse?.(name);
      if (problem !== undefined) fault(path, problem);
    }
    const problem = findDocumentFault(template, text, around);
    if (problem !== undefined) fault(path, problem);
    leaveOutTogether([template], [template], path);
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
    compile: (text, at, around) => compile(text, namesWithSecrets, at, around),
    leaveOutTogether,
    fault,
    signXml,
  });
  const [body, inQuery] = payload?.place === 'query' ? [undefined, payload] : [payload, undefined];
  const method = description.method ?? (body === undefined ? 'GET' : 'POST');
  if (method === 'GET' && body !== undefined) fault(['method'], 'a GET has no body: use POST');

  const isHeaderFilled = headers.some(([, template]) => template !== undefined && template.names.length > 0);
  const toHeaders = compileHeaders(headers, { accept, ...(body && { 'content-type': body.contentType }) });
  const toSearch = (values: PlaceholderValues): string =>
    [toForm(query, values), inQuery?.render(values) ?? ''].filter((part) => part !== '').join('&');

  const tiedToName = tied.find(({ name }) => name === 'name');
  return {
    needsBirthDate: description.needs_birth_date === true || tied.some(({ name }) => name === 'birth_date'),
    tied,
    names: [...used].filter((name) => subjectNames.includes(name)),
    ...((isHeaderFilled || tiedToName !== undefined || payload?.findUnfit !== undefined) && {
      findUnfit: (values) =>
        findUnfitHeader(headers, values) ?? findLost(tiedToName?.path, values) ?? payload?.findUnfit?.(values),
    }),
    build(subject) {
      const values = withFresh(subject, used);
      const search = query.length === 0 && inQuery === undefined ? '' : toSearch(values);
      const rendered = path?.render(values, encodeURIComponent) ?? '';
      return {
        method,
        path: search === '' ? rendered : `${rendered}?${search}`,
        headers: toHeaders(values),
        body: body?.render(values) ?? null,
      };
    },
  };
}

/** A caller may leave these out. */
const optionalNames = ['name', 'birth_date'] as const;
type OptionalName = (typeof optionalNames)[number];
/** A text that holds nothing but these may be left out of a request. */
const losable = new Set<string>([...optionalNames, ...momentNames]);

/** A place that is left out for want of a name must not take the number with it: the party would be paid for no question. */
function findLost(path: readonly string[] | undefined, values: PlaceholderValues): RequestProblem | undefined {
  if (path === undefined || (values['name'] ?? null) !== null) return undefined;
  return { path, problem: 'the caller sent no name, and what stands in the same text would be left out with it' };
}

/** A request into which these values do not fit is not made. */
export function refuseUnfit(request: RequestBuilder, values: PlaceholderValues): Failure | undefined {
  const unfit = request.findUnfit?.(values);
  if (unfit === undefined) return undefined;
  const fault = { field: ['request', ...unfit.path].join('.'), problem: unfit.problem };
  return { kind: 'failed', reason: 'request_refused', sent: false, fault };
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

/** Compiles the headers. A header without a placeholder is the same in each request. */
function compileHeaders(
  entries: FormEntries,
  implied: Readonly<Record<string, string>>,
): (values: PlaceholderValues) => Record<string, string> {
  const fixed: Record<string, string> = { ...implied };
  const filled: (readonly [string, Template])[] = [];
  for (const [given, template] of entries) {
    const name = given.toLowerCase();
    if (template === undefined) continue;
    if (template.names.length > 0) filled.push([name, template]);
    else fixed[name] = template.render({}) ?? '';
  }
  return (values) => {
    const headers = { ...fixed };
    for (const [name, template] of filled) {
      const value = template.render(values);
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
}
