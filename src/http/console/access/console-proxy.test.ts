// A listener for operators and a console behind it, both real.

import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  request as sendRequest,
} from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { belongsToConsole, enterByProxy, forwardToConsole } from './console-proxy.ts';

const pass = 'the-pass-of-this-installation';
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

function openConsole(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  opened.push(() => server.closeAllConnections());
  return listen(server);
}

/** The port of a listener that forwards everything to that one. `connectionTimeout`: after so long without a byte a client is late. */
async function openListener(consolePort: number, options: { connectionTimeout?: number } = {}): Promise<number> {
  const server = fastify({ genReqId: () => 'req_1', forceCloseConnections: true, ...options });
  server.addHook('onRequest', async (request, reply) => {
    forwardToConsole(request, reply, { host: '127.0.0.1', port: consolePort, pass });
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  opened.push(() => server.close());
  return (server.server.address() as AddressInfo).port;
}

async function ask(port: number, options: RequestOptions = {}, body = '') {
  const [answer] = (await once(sendRequest({ host: '127.0.0.1', port, ...options }).end(body), 'response')) as [
    IncomingMessage,
  ];
  return answer;
}

const toText = async (message: IncomingMessage) => Buffer.concat(await message.toArray()).toString();

describe('the listener for operators', () => {
  test.each([
    '/console',
    '/console?a=/b',
    '/console/',
    '/console/api/state',
    '/docs',
    '/docs/keys',
    '/fonts/text.woff2',
    '/favicon.ico',
    '/openapi.json',
    '/v1/verify/cpf',
    '/v1/verify/cnpj',
  ])('forwards %s', (url) => {
    expect(belongsToConsole(url)).toBe(true);
  });

  test.each([
    '/',
    '/consoles',
    '/a/console',
    '/docsets',
    '/fonts',
    '/favicon.icon',
    '/faviconXico',
    '/openapiXjson',
    '/v1/verify/cpfs',
    '/v1/verify/batch',
    '/v1/companies?to=/console',
  ])('does not forward %s', (url) => {
    expect(belongsToConsole(url)).toBe(false);
  });

  test('hands on a request as it came, with the pass and the client', async () => {
    const seen: { message: IncomingMessage; body: string }[] = [];
    const console = await openConsole(async (message, response) => {
      seen.push({ message, body: await toText(message) });
      response.end();
    });
    const port = await openListener(console);
    const headers = {
      host: 'confere.example',
      cookie: 'a=1',
      connection: 'keep-alive',
      'confere-proxy-pass': 'made up',
    };
    const answer = await ask(port, { method: 'POST', path: '/console/api/x?y=1', headers }, 'body');
    answer.resume();
    const [{ message, body }] = seen as [(typeof seen)[0]];
    expect([message.method, message.url, body]).toEqual(['POST', '/console/api/x?y=1', 'body']);
    expect(message.headers).toMatchObject({
      host: 'confere.example',
      cookie: 'a=1',
      connection: 'close',
      'confere-proxy-pass': pass,
      'confere-proxy-client': '127.0.0.1',
    });
  });

  test('hands back the answer as it came, without what counts for one connection', async () => {
    const console = await openConsole((_, response) => {
      const cookies = ['a=1', 'b=2'];
      response.writeHead(201, { 'set-cookie': cookies, connection: 'close', 'keep-alive': 'timeout=99', etag: '"1"' });
      response.end('answer');
    });
    const agent = new Agent({ keepAlive: true });
    opened.push(() => agent.destroy());
    const answer = await ask(await openListener(console), { agent });
    expect([answer.statusCode, await toText(answer)]).toEqual([201, 'answer']);
    expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], etag: '"1"', connection: 'keep-alive' });
    expect(answer.headers['keep-alive']).not.toBe('timeout=99');
  });

  test('asks to try again soon where the console cannot be reached', async () => {
    const gone = createSocketServer();
    gone.listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const answer = await ask(await openListener(port));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(await toText(answer))).toMatchObject({ code: 'overloaded', request_id: 'req_1' });
  });

  test.each([
    ['breaks off', 'Content-Length: 9\r\n\r\nhalf', ''],
    ['is no HTTP any more', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'no length\r\n'],
  ])('breaks an answer off that %s', async (_, first, rest) => {
    const sockets: Socket[] = [];
    const console = createSocketServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${first}`));
    });
    const answer = await ask(await openListener(await listen(console)));
    for (const socket of sockets) socket.end(rest);
    await expect(toText(answer)).rejects.toThrow('aborted');
  });

  test('lets go of a request whose client has gone', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<IncomingMessage>();
    const port = await openListener(await openConsole((message) => resolve(message)));
    const client = sendRequest({ host: '127.0.0.1', port }).end();
    client.on('error', () => {});
    const message = await asked;
    const gone = once(message.socket, 'close');
    client.destroy();
    await gone;
    expect(message.socket.destroyed).toBe(true);
  });
});

describe('the listener’s time without a byte', () => {
  const connectionTimeout = 500;
  const pause = () => sleep(3 * connectionTimeout);

  test('is not over while the console works, before its answer and in the middle of it', async () => {
    const console = await openConsole(async (_, response) => {
      await pause();
      response.write('long ');
      await pause();
      response.end('work');
    });
    const answer = await ask(await openListener(console, { connectionTimeout }));
    expect(await toText(answer)).toBe('long work');
  });

  test('is not over while the console does not take more of a file', async () => {
    const console = await openConsole(async (message, response) => {
      await pause();
      response.end(String((await toText(message)).length));
    });
    const file = 'x'.repeat(8 << 20);
    const answer = await ask(await openListener(console, { connectionTimeout }), { method: 'POST' }, file);
    expect(await toText(answer)).toBe(String(file.length));
  });

  test('ends a request that stops coming', async () => {
    const port = await openListener(await openConsole(() => {}), { connectionTimeout });
    const client = connect(port, '127.0.0.1');
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
    await once(client, 'close');
    expect(client.destroyed).toBe(true);
  });

  test('ends a client that takes no more of its answer', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const console = await openConsole((message, response) => {
      message.socket.on('close', () => resolve());
      response.end(Buffer.alloc(64 << 20));
    });
    const client = connect(await openListener(console, { connectionTimeout }), '127.0.0.1');
    opened.push(() => client.destroy());
    client.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await left;
    expect(client.destroyed).toBe(false);
  });
});

describe('the console', () => {
  async function enter(headers: Record<string, string>) {
    const server = fastify();
    server.decorateRequest('clientNetwork', 'of the connection');
    server.get('/', (request: FastifyRequest) => ({
      hasEntered: enterByProxy(request, () => pass),
      network: request.clientNetwork,
    }));
    await server.listen({ port: 0, host: '127.0.0.1' });
    opened.push(() => server.close());
    const { port } = server.server.address() as AddressInfo;
    return JSON.parse(await toText(await ask(port, { headers })));
  }

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
    ['somewhere', 'somewhere'],
  ])('is entered with the pass, and its client %s is the network %s', async (client, network) => {
    const headers = { 'confere-proxy-pass': pass, 'confere-proxy-client': client };
    expect(await enter(headers)).toEqual({ hasEntered: true, network });
  });

  test('is entered with the pass where no client is named', async () => {
    expect(await enter({ 'confere-proxy-pass': pass })).toEqual({ hasEntered: true, network: '' });
  });

  test.each([
    ['another pass', { 'confere-proxy-pass': pass.toUpperCase() }],
    ['half a pass', { 'confere-proxy-pass': pass.slice(1) }],
    ['no pass', {}],
  ])('is not entered with %s, and the client stays', async (_, given) => {
    const headers: Record<string, string> = { ...given, 'confere-proxy-client': '192.0.2.7' };
    expect(await enter(headers)).toEqual({ hasEntered: false, network: 'of the connection' });
  });
});
