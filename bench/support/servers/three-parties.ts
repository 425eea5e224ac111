// Two bureaus and a fraud registry in a process of their own, as cheap as HTTP allows: each answers about anybody, 20 ms later.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const answerAfterMs = 20;

const answers: Readonly<Record<string, object>> = {
  '/bureau_a': { name: 'JOANA EXEMPLO DA SILVA', birth_date: '1987-05-21', registration: 'regular', score: 742 },
  '/bureau_b': { name: 'JOANA EXEMPLO DA SILVA', pending_debts: false, score: 688 },
  '/fraud_registry': { fraud_alert: false },
};

function answer(reply: ServerResponse, body: string): void {
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

const server = createServer({ keepAliveTimeout: 60_000 }, ({ url = '', headers }, reply) => {
  const body = JSON.stringify({ cpf: headers['x-document'], ...answers[url] });
  setTimeout(answer, answerAfterMs, reply, body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
