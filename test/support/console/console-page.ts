// The console's own routes as one of its pages calls them, without a browser.

import { expect } from 'vitest';

export const consolePassword = 'correto cavalo bateria grampo';

export interface ConsolePage {
  readonly address: string;
  /** As a page of the console at this address sends it. */
  post(name: string, body?: object, headers?: Record<string, string>): Promise<ConsoleReply>;
  get(name: string): Promise<ConsoleReply>;
  cookie: string;
  csrf: string;
}

export interface ConsoleReply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any;
}

export function openConsolePage(address: string): ConsolePage {
  const send = async (method: string, name: string, body: object | undefined, headers: Record<string, string>) => {
    const response = await fetch(`${address}/console/api/${name}`, {
      method,
      headers: {
        ...(page.cookie === '' ? {} : { cookie: page.cookie }),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', origin: address, 'confere-csrf': page.csrf }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const page: ConsolePage = {
    address,
    cookie: '',
    csrf: '',
    post: (name, body = {}, headers = {}) => send('POST', name, body, headers),
    get: (name) => send('GET', name, undefined, {}),
  };
  return page;
}

export async function signInTo(page: ConsolePage, name: string, code = ''): Promise<ConsolePage> {
  const answer = await page.post('sign-in', { name, password: consolePassword, code });
  expect(answer.status).toBe(200);
  page.cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] as string;
  page.csrf = answer.body.operator.csrf;
  return page;
}

/** A file, as a page of the console sends it, and what the page says about it. */
export async function sendFile(
  page: ConsolePage,
  name: string,
  form: object,
  file: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Pick<ConsoleReply, 'status' | 'body'>> {
  const response = await fetch(`${page.address}/console/api/${name}`, {
    method: 'POST',
    headers: {
      cookie: page.cookie,
      origin: page.address,
      'confere-csrf': page.csrf,
      'content-type': 'application/octet-stream',
      'confere-file': encodeURIComponent(JSON.stringify(form)),
      'accept-language': 'pt-BR',
      ...headers,
    },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

export interface StreamEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly data: any;
}

/** Server-sent events of one of the console's routes. */
export async function openStream({ address, cookie }: ConsolePage, name: string) {
  const gone = new AbortController();
  const { status, headers, body } = await fetch(`${address}/console/api/${name}`, {
    headers: { cookie },
    signal: gone.signal,
  });
  const reader = (body as ReadableStream).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    status,
    headers,
    /** Undefined when the stream has ended. */
    next: async (): Promise<StreamEvent | undefined> => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const event = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end));
          text = text.slice(end + 2);
          if (event !== null) return { name: event[1] as string, data: JSON.parse(event[2] as string) };
          continue;
        }
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
    },
    close: async () => gone.abort(),
  };
}
