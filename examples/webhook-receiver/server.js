// Receives the webhooks of Confere: believes only what is signed, handles every message once, and answers before it works.

import { createServer } from 'node:http';
import { verifyWebhook, WebhookError } from '@confere/client/webhooks';

/** `whsec_…`; two with a comma between them while a secret is being replaced. */
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(',').filter((secret) => secret !== '');
if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRETS to what `confere webhooks add` has shown.');

const bodyBytesMax = 1024 * 1024;

/** The newest ids. A real receiver keeps them where it keeps its data, in the same transaction as its work. */
const seen = new Set();
const seenMax = 10_000;

const server = createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return response.writeHead(413, { connection: 'close' }).end();
    chunks.push(chunk);
  }
  try {
    const { id, payload } = await verifyWebhook({ headers: request.headers, body: Buffer.concat(chunks), secrets });
    // Any 2xx ends the delivery; what takes long is done afterwards.
    response.writeHead(204).end();
    if (seen.has(id)) return;
    seen.add(id);
    if (seen.size > seenMax) seen.delete(seen.values().next().value);
    handle(payload);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    console.error(`Refused: ${error.code}`);
    response.writeHead(401).end();
  }
});

function handle({ type, data }) {
  console.log(`Received ${type} ${JSON.stringify(data)}`);
}

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Listens on http://127.0.0.1:${server.address().port}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
