// The publishers of lists on a real socket, as a mirror has them (`/HOST/PATH`), with the faults that theirs have.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../free-port.ts';

export type Answer =
  | { readonly kind: 'content'; readonly content: Buffer | string; readonly headers?: Record<string, string> }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** All headers, and then less than they promise. */
  | { readonly kind: 'cut'; readonly content: Buffer | string }
  /** A byte now and then, without end. */
  | { readonly kind: 'drip' };

export interface PublisherServer {
  /** For lists.download_url. */
  readonly url: string;
  /** By host and path, such as `www.gov.br/file.csv`; a function is told how often it was asked before. */
  readonly answers: Map<string, Answer | ((turn: number) => Answer)>;
  readonly asked: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  /** Forgets what it was told and asked. */
  reset(): void;
  close(): Promise<void>;
}

const dripEveryMs = 20;

export async function startPublisherServer(): Promise<PublisherServer> {
  const turns = new Map<string, number>();
  const answers: PublisherServer['answers'] = new Map();
  const asked: PublisherServer['asked'] = [];
  const http = createServer(async (request, response) => {
    const path = (request.url ?? '').slice(1);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push({ method: request.method ?? '', path, body, headers: request.headers });
    const turn = turns.get(path) ?? 0;
    turns.set(path, turn + 1);
    const found = answers.get(path);
    // What the storage behind the portal says of a file that is not there.
    give(typeof found === 'function' ? found(turn) : (found ?? { kind: 'status', status: 403 }), request, response);
  });
  const { origin, close } = await listen(http);
  return {
    url: origin,
    answers,
    asked,
    reset() {
      answers.clear();
      turns.clear();
      asked.length = 0;
    },
    close,
  };
}

function give(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (answer.kind === 'status') {
    response.writeHead(answer.status, answer.headers).end(answer.body ?? 'no');
  } else if (answer.kind === 'content') {
    const { headers = {} } = answer;
    const isKnown =
      (headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']) ||
      (headers['last-modified'] !== undefined && request.headers['if-modified-since'] === headers['last-modified']);
    if (isKnown) response.writeHead(304, headers).end();
    else
      response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(answer.content) }).end(answer.content);
  } else if (answer.kind === 'cut') {
    response.writeHead(200, { 'content-length': Buffer.byteLength(answer.content) + 1000 });
    response.write(answer.content, () => response.destroy());
  } else {
    response.writeHead(200, { 'content-length': 1_000_000 });
    const timer = setInterval(() => response.write('P'), dripEveryMs);
    response.once('close', () => clearInterval(timer));
  }
}
