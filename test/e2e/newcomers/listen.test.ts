// A developer builds a receiver of webhooks on a machine without a public address: `confere listen` and `confere webhooks trigger`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventTypes } from '../../../src/app/events/ports.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { main } from '../../support/program.ts';
import { refusal, useCommands } from '../../support/service/commands.ts';
import {
  confere,
  createHome,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { gatherText } from '../../support/texts.ts';

const home = createHome();
const { confereHere } = useCommands();
let service: RunningProcess;
let receiver: WebhookReceiver;
let key: { id: string; key: string };
beforeAll(async () => {
  service = await startProcess(home);
  receiver = await startWebhookReceiver();
  key = await createKey(home, '--mode', 'test', '--scope', 'verify:batch');
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const trigger = async (type: string) => {
  const { code, stdout, stderr } = await confereHere(home, 'webhooks', 'trigger', type, '--key', key.id, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as { key_id: string; type: string; events: [string] };
};

async function startListening(forwardTo: string, { env }: Pick<Home, 'env'> = home) {
  const args = [main, 'listen', '--forward-to', forwardTo, '--url', service.address];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env, CONFERE_API_KEY: key.key } });
  const output = gatherText(child.stdout, child.stderr);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(output).toContain('Ctrl-C');
  return {
    output,
    secret: /whsec_\S+/.exec(output())?.[0] ?? 'none',
    stop: async () => {
      child.kill('SIGINT');
      return (await ended)[0];
    },
  };
}

test('each new event reaches the receiver once, signed, as a sample; what was there before does not', async () => {
  await trigger('budget.reached');
  const listener = await startListening(`${receiver.origin}/hook`);
  const sent: string[] = [];
  for (const type of eventTypes) sent.push(...(await trigger(type)).events);
  await expect.poll(() => receiver.received.map(({ id }) => id)).toEqual(sent);
  expect(receiver.received.map(({ body }) => [body.type, body.sample, Object.keys(body)])).toEqual(
    eventTypes.map((type) => [type, true, ['type', 'timestamp', 'sample', 'data']]),
  );
  expect(receiver.received.every(({ isSignedWith }) => isSignedWith(listener.secret))).toBe(true);
  await expect.poll(listener.output).toContain(`batch.finished (sample) ${sent[1]} status 204 in `);
  expect(await listener.stop()).toBe(0);
  // A refusal is shown and ends it; the next event comes all the same. The secret is the one of before.
  receiver.behave((response) => void response.writeHead(500).end());
  const again = await startListening(`${receiver.origin}/hook`);
  expect(again.secret).toBe(listener.secret);
  await trigger('watch.ended');
  await trigger('batch.finished');
  await expect.poll(again.output).toMatch(/watch\.ended .* status 500.*\n.*batch\.finished .* status 500/);
  expect(receiver.received).toHaveLength(sent.length + 2);
  expect(await again.stop()).toBe(0);
});

test('while nobody listens at the address, the event waits for the receiver', async () => {
  const port = await findFreePort();
  const listener = await startListening(`http://localhost:${port}/`);
  await trigger('batch.finished');
  await expect.poll(listener.output).toContain('Nobody listens');
  const bodies: string[] = [];
  const late = createServer(async (request, response) => {
    bodies.push((await request.toArray()).join(''));
    response.writeHead(204).end();
  }).listen(port, '127.0.0.1');
  onTestFinished(() => void late.close());
  await expect.poll(() => bodies.map((body) => JSON.parse(body).type)).toEqual(['batch.finished']);
  expect(await listener.stop()).toBe(0);
});

test('the endpoint of a test key gets a sample as any other event', async () => {
  const own = createHome({ CONFERE_WEBHOOKS_ALLOW_HTTP: 'true', CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1' });
  const running = await startProcess(own);
  onTestFinished(async () => void (await running.stop()));
  const endpointReceiver = await startWebhookReceiver();
  onTestFinished(() => endpointReceiver.close());
  const added = await confereHere(own, 'webhooks', 'add', endpointReceiver.origin, '--key', 'key_sandbox', '--json');
  const { secret } = JSON.parse(added.stdout) as { secret: string };
  expect((await confere(own, 'webhooks', 'trigger', 'watch.hits')).stdout).toMatch(
    /^key_sandbox is told of a sample of watch\.hits: msg_/,
  );
  await expect.poll(() => endpointReceiver.received.length).toBe(1);
  const [told] = endpointReceiver.received;
  expect([told?.body.sample, told?.isSignedWith(secret)]).toEqual([true, true]);
});

test('what is wrong is said in a sentence', async () => {
  const live = await createKey(home, '--mode', 'live');
  const run = (...args: string[]) => confereHere(home, ...args);
  expect(await run('webhooks', 'trigger', 'batch.finished', '--key', live.id)).toMatchObject(
    refusal(2, 'A sample goes to a test key alone'),
  );
  expect(await run('webhooks', 'trigger', 'batch.finished', '--key', 'key_none')).toMatchObject(
    refusal(2, 'There is no key with that id'),
  );
  expect((await run('webhooks', 'trigger', 'batch.finnished')).stderr).toContain('batch.finished');
  const listen = (forwardTo: string, url: string, given: string = key.key) =>
    confere(
      { ...home, env: { ...home.env, CONFERE_API_KEY: given } },
      'listen',
      '--forward-to',
      forwardTo,
      '--url',
      url,
    );
  expect(await listen('https://1.1.1.1/', service.address)).toMatchObject(refusal(2, 'webhooks add URL'));
  expect(await listen('localhost:3000', service.address)).toMatchObject(refusal(2, 'must be a whole address'));
  const nowhere = `http://127.0.0.1:${await findFreePort()}`;
  expect(await listen(receiver.origin, nowhere)).toMatchObject(refusal(1, `No events from ${nowhere}`));
  const { key: noEvents } = await createKey(home, '--mode', 'test', '--scope', 'verify:cpf');
  expect(await listen(receiver.origin, service.address, noEvents)).toMatchObject(refusal(1, 'insufficient_scope'));
});
