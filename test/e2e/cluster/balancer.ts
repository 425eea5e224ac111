// A small balancer in front of the nodes, as strict as one must be in front of calls that cost money: round robin over those that say
// they are ready, a connection for each request, and no second try of anything that a node may have begun.

import { createServer, get, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../support/free-port.ts';

export interface Balancer {
  readonly address: string;
  /** From now on the node of this name is there. It gets requests once it says that it is ready. */
  set(node: string, address: string): void;
  isReady(node: string): boolean;
  close(): Promise<void>;
}

interface Node {
  readonly name: string;
  readonly address: string;
  isReady: boolean;
}

/** Of an answer: which node gave it. */
export const nodeHeader = 'x-answered-by';
/** What a balancer says where a node took the request and gave no answer, and where there is no node that would take it. */
export const noAnswer = '502 no_answer';
const noNode = '503 no_node';

export const probeEveryMs = 100;
const passedOn = ['content-type', 'retry-after', 'idempotent-replayed'];

export async function startBalancer(): Promise<Balancer> {
  const nodes = new Map<string, Node>();
  let turn = 0;
  let isClosed = false;

  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => pass(incoming, body, outgoing));
  });

  async function pass(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> {
    const ready = [...nodes.values()].filter(({ isReady }) => isReady);
    const first = turn++ % Math.max(1, ready.length);
    for (const node of [...ready.slice(first), ...ready.slice(0, first)]) {
      const answer = await ask(node, incoming, body);
      if (answer === 'refused') {
        node.isReady = false;
        continue;
      }
      outgoing.setHeader(nodeHeader, node.name);
      if (answer === 'lost') refuse(outgoing, noAnswer);
      else {
        for (const name of passedOn) {
          const value = answer.headers[name];
          if (value !== undefined) outgoing.setHeader(name, value);
        }
        outgoing.writeHead(answer.status).end(answer.body);
      }
      return;
    }
    refuse(outgoing, noNode);
  }

  function probe(node: Node): void {
    if (isClosed || nodes.get(node.name) !== node) return;
    const again = (isReady: boolean) => {
      node.isReady = isReady;
      setTimeout(() => probe(node), probeEveryMs).unref();
    };
    const asked = get(`${node.address}/readyz`, { agent: false }, (response) => {
      response.resume();
      again(response.statusCode === 200);
    });
    asked.on('error', () => again(false));
  }

  const { origin, close } = await listen(server);
  return {
    address: origin,
    set(name, address) {
      const node = { name, address, isReady: false };
      nodes.set(name, node);
      probe(node);
    },
    isReady: (name) => nodes.get(name)?.isReady === true,
    async close() {
      isClosed = true;
      await close();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function ask({ address }: Node, incoming: IncomingMessage, body: Buffer): Promise<Answer | 'refused' | 'lost'> {
  return new Promise((resolve) => {
    const { method, headers, url } = incoming;
    const { connection: _connection, host: _host, ...kept } = headers;
    const request = send(`${address}${url}`, { method, headers: kept, agent: false }, (response) => {
      buffer(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        () => resolve('lost'),
      );
    });
    // Refused is the one case in which nothing can have arrived.
    request.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'lost'));
    request.end(body);
  });
}

function refuse(outgoing: ServerResponse, outcome: string): void {
  const [status, code] = outcome.split(' ');
  outgoing.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify({ code }));
}
