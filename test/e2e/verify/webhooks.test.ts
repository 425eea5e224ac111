// Webhooks as an operator lives with them: the command line, and a service that is killed in the middle of a call.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { refusal, useCommands } from '../../support/service/commands.ts';
import { type CommandResult, confere, createHome, createKey, startProcess } from '../../support/service/process.ts';

const home = createHome({ CONFERE_WEBHOOKS_ALLOW_HTTP: 'true', CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1' });
/** For all but the first of each kind, which has a process of its own. */
const { confereHere } = useCommands();
const toRead = ({ code, stdout, stderr }: CommandResult) => {
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};
const webhooks = async (...args: string[]) => toRead(await confereHere(home, 'webhooks', ...args, '--json'));
const webhooksApart = async (...args: string[]) => toRead(await confere(home, 'webhooks', ...args, '--json'));
let receiver: WebhookReceiver;
let endpoint: { id: string; secret: string };
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const { id } = await createKey(home, '--mode', 'test');
  endpoint = await webhooksApart('add', `${receiver.origin}/hook`, '--key', id);
});
afterAll(() => receiver.close());

test('killed in the middle of a call, the service makes it again after its restart, with the same id', async () => {
  const first = await startProcess(home);
  const { promise: isCalled, resolve: onCall } = Promise.withResolvers<void>();
  receiver.behave(() => onCall());
  const { id } = await webhooksApart('test', endpoint.id, '--queue');
  await isCalled;
  await first.stop('SIGKILL');
  expect((await webhooksApart('show', id)).attempts).toBe(0);
  receiver.behave((response) => void response.writeHead(200).end());
  const second = await startProcess(home);
  await expect.poll(async () => (await webhooks('show', id)).state).toBe('delivered');
  expect(receiver.received.map((one) => [one.id, one.isSignedWith(endpoint.secret)])).toEqual([
    [id, true],
    [id, true],
  ]);
  // 410: the receiver says that it is gone, and the delivery is dead at once.
  receiver.behave((response) => void response.writeHead(410).end());
  const { id: lost } = await webhooks('test', endpoint.id, '--queue');
  const findDead = async () => (await webhooks('deliveries', '--state', 'dead')) as { id: string }[];
  await expect.poll(async () => (await findDead()).map((one) => one.id)).toEqual([lost]);
  receiver.behave((response) => void response.writeHead(200).end());
  expect(await webhooksApart('resend', '--dead')).toEqual({ resent: [lost] });
  await expect.poll(async () => (await webhooks('show', lost)).state).toBe('delivered');
  expect((await second.stop()).code).toBe(0);
});

test('a test shows what came of the call, and a rotated secret signs beside the old one until the overlap is over', async () => {
  receiver.behave((response) => void response.writeHead(204).end());
  const before = receiver.received.length;
  const signed = { signature_header: 'webhook-signature', url: `${receiver.origin}/hook` };
  const taken = { delivered: true, status: 204, reason: null, duration_ms: expect.any(Number), ...signed };
  const first = await webhooksApart('test', endpoint.id);
  expect(first).toEqual({ id: receiver.received[before]?.id, ...taken, signatures: 1 });
  const rotated = await webhooksApart('rotate', endpoint.id, '--overlap', '24h');
  expect(rotated).toMatchObject({ id: endpoint.id, previous_secret_until: expect.any(String) });
  expect(await webhooks('test', endpoint.id)).toMatchObject({ ...taken, signatures: 2 });
  const both = receiver.received.at(-1);
  expect([both?.signatures, both?.isSignedWith(endpoint.secret), both?.isSignedWith(rotated.secret)]).toEqual([
    2,
    true,
    true,
  ]);
  const last = await webhooks('rotate', endpoint.id, '--overlap', '0h');
  expect(last.previous_secret_until).toBeNull();
  receiver.behave((response) => void response.writeHead(500).end());
  const shown = await confere(home, 'webhooks', 'test', endpoint.id);
  expect([shown.code, shown.stdout]).toEqual([
    1,
    expect.stringMatching(/^Not delivered in \d+ ms: status 500\nSigned in webhook-signature; /),
  ]);
  const only = receiver.received.at(-1);
  expect([only?.isSignedWith(rotated.secret), only?.isSignedWith(last.secret)]).toEqual([false, true]);
});

test('what is wrong is said in a sentence', async () => {
  const { id } = await createKey(home, '--mode', 'test');
  const refused = async (...args: string[]) => (await confereHere(home, 'webhooks', ...args)).stderr;
  const ftp = await confere(home, 'webhooks', 'add', 'ftp://example.com', '--key', id);
  expect(ftp).toMatchObject(refusal(2, 'must begin with https://'));
  expect(await refused('add', 'example.com/hook', '--key', id)).toContain('not a whole address');
  expect(await refused('add', 'https://me:secret@example.com', '--key', id)).toContain('must not hold a user');
  for (const inside of ['10.0.0.1', '169.254.169.254', '[::1]', '[fe80::1]', '0x7f.2', '2130706434']) {
    expect(await refused('add', `https://${inside}/hook`, '--key', id)).toContain('webhooks.allowed_networks');
  }
  expect(await refused('rotate', 'wh_none', '--overlap', '1h')).toContain('There is no such endpoint');
  expect(await refused('add', 'https://example.com', '--key', 'key_none')).toContain('There is no key with that id');
  expect(await refused('show', 'msg_none')).toContain('There is no such delivery');
  expect(await refused('remove', 'wh_none')).toContain('There is no such endpoint');
  expect(await refused('resend')).toContain('Name the deliveries');
});

test('the secret is shown once, and the acts stand in the audit', async () => {
  const listed = await confereHere(home, 'webhooks', 'list', '--json');
  expect(listed.stdout).toContain(endpoint.id);
  expect(listed.stdout).not.toContain('whsec_');
  await webhooks('remove', endpoint.id);
  const { stdout } = await confereHere(home, 'audit', 'list', '--json');
  expect(stdout).toContain('webhook_added');
  expect(stdout).toContain('webhook_rotated');
  expect(stdout).toContain('webhook_removed');
});
