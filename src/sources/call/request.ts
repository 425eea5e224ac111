// Turns the `request` of a description into HTTP requests for one person or company.
// It decides what is sent; whether and when it is sent is decided elsewhere.

import { randomUUID } from 'node:crypto';
import type { RequestDescription } from '../describe/description.ts';
import { type ParsedTemplate, type PlaceholderValues, parseTemplate, type Template } from './template.ts';

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query. It may hold a CPF where the party demands it there: never log it, never put it in an error. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface RequestBuilder {
  readonly needsBirthDate: boolean;
  /** The placeholders that the request uses: two queries that agree in these ask the same. */
  readonly names: readonly string[];
  build(values: PlaceholderValues): OutgoingRequest;
}

/** Something wrong with the description, at a path under `request`. */
export interface RequestProblem {
  readonly path: readonly string[];
  readonly problem: string;
}

/** Set by the connection itself; a description that sets them could change how the request is framed. */
const headersOfTheConnection = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'content-encoding',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
]);

interface Slots {
  readonly subjectNames: readonly string[];
  readonly secretNames: readonly string[];
}

type Compiled<Value> = (values: PlaceholderValues) => Value | undefined;

/** Compiles a request; problems are pushed for each fault, and then the builder must not be used. */
export function compileRequest(
  description: RequestDescription,
  { subjectNames, secretNames }: Slots,
  problems: RequestProblem[],
): RequestBuilder {
  const used = new Set<string>();
  const names = [...subjectNames, 'uuid'];
  const namesWithSecrets = [...names, ...secretNames.map((name) => `secret.${name}`)];
  const compile = (text: string, known: readonly string[], path: readonly string[]): Template | undefined => {
    const parsed: ParsedTemplate = parseTemplate(text, known);
    if (parsed.kind === 'invalid') {
      problems.push({ path, problem: parsed.problem });
      return undefined;
    }
    for (const name of parsed.template.names) used.add(name);
    return parsed.template;
  };
  const compileEntries = (
    entries: Readonly<Record<string, string>> | undefined,
    part: string,
    known = namesWithSecrets,
  ) => Object.entries(entries ?? {}).map(([key, text]) => [key, compile(text, known, [part, key])] as const);

  const path = compile(description.path, names, ['path']);
  checkPath(description, path, problems);
  // A name holds letters that a header cannot carry.
  const headers = compileEntries(
    description.headers,
    'headers',
    namesWithSecrets.filter((name) => name !== 'name'),
  );
  for (const [name, text] of Object.entries(description.headers ?? {})) checkHeader(name, text, problems);
  const query = compileEntries(description.query, 'query');
  const form = description.form && compileEntries(description.form, 'form');
  const json =
    description.json === undefined
      ? undefined
      : compileJson(description.json, (text, at) => compile(text, namesWithSecrets, at), ['json']);
  const hasBody = form !== undefined || json !== undefined;
  const method = description.method ?? (hasBody ? 'POST' : 'GET');
  if (form !== undefined && json !== undefined)
    problems.push({ path: ['form'], problem: 'json is given too: keep one' });
  if (method === 'GET' && hasBody) problems.push({ path: ['method'], problem: 'a GET has no body: use POST' });

  return {
    needsBirthDate: description.needs_birth_date ?? false,
    names: [...used].filter((name) => subjectNames.includes(name)),
    build(subject) {
      const values = used.has('uuid') ? { ...subject, uuid: randomUUID() } : subject;
      const search = toForm(query, values);
      const rendered = path?.render(values, encodeURIComponent) ?? '';
      return {
        method,
        path: search === '' ? rendered : `${rendered}?${search}`,
        headers: toHeaders(headers, values, form ? formType : json ? jsonType : undefined),
        body: form ? toForm(form, values) : json ? JSON.stringify(json(values)) : null,
      };
    },
  };
}

const formType = 'application/x-www-form-urlencoded';
const jsonType = 'application/json';

function checkPath(description: RequestDescription, path: Template | undefined, problems: RequestProblem[]): void {
  if (/[?#\s\\]|[^\x21-\x7e]/.test(description.path)) {
    problems.push({ path: ['path'], problem: 'a path has no ?, #, blank or accent; parameters go under query' });
  }
  if (path?.names.includes('birth_date') && description.needs_birth_date !== true) {
    problems.push({ path: ['path'], problem: 'it uses {birth_date}, so set needs_birth_date: true' });
  }
  if (path?.names.includes('name')) {
    problems.push({ path: ['path'], problem: '{name} is optional and cannot be part of the path' });
  }
}

function checkHeader(name: string, text: string, problems: RequestProblem[]): void {
  const path = ['headers', name];
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) problems.push({ path, problem: 'this is no name of a header' });
  if (headersOfTheConnection.has(name.toLowerCase())) {
    problems.push({ path, problem: 'this header belongs to the connection and is set for you' });
  }
  if (/[^\x20-\x7e]/.test(text)) problems.push({ path, problem: 'a header holds plain ASCII on one line' });
}

function toForm(entries: readonly (readonly [string, Template | undefined])[], values: PlaceholderValues): string {
  const rendered = new URLSearchParams();
  for (const [key, template] of entries) {
    const value = template?.render(values, asItIs);
    if (value !== undefined) rendered.append(key, value);
  }
  return rendered.toString();
}

function toHeaders(
  entries: readonly (readonly [string, Template | undefined])[],
  values: PlaceholderValues,
  contentType: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { accept: jsonType };
  if (contentType !== undefined) headers['content-type'] = contentType;
  for (const [name, template] of entries) {
    const value = template?.render(values, asItIs);
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** Every string of the body may be a template; an entry without a value is left out of its object or list. */
function compileJson(
  node: unknown,
  compile: (text: string, path: readonly string[]) => Template | undefined,
  path: readonly string[],
): Compiled<unknown> {
  if (typeof node === 'string') {
    const template = compile(node, path);
    return (values) => template?.render(values, asItIs);
  }
  if (Array.isArray(node)) {
    const items = node.map((item, index) => compileJson(item, compile, [...path, String(index)]));
    return (values) => items.map((item) => item(values)).filter((item) => item !== undefined);
  }
  if (node !== null && typeof node === 'object') {
    const entries = Object.entries(node).map(
      ([key, value]) => [key, compileJson(value, compile, [...path, key])] as const,
    );
    return (values) => Object.fromEntries(entries.map(([key, value]) => [key, value(values)]));
  }
  return () => node;
}

function asItIs(value: string): string {
  return value;
}
