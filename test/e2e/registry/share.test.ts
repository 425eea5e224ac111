// One machine imports and publishes, another one takes it: the real commands, and a real service that follows.

import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { json, startParty } from '../../support/parties/party-server.ts';
import { credentials, startObjectServer } from '../../support/registry/object-server.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import { confere, createHome, startProcess } from '../../support/service/process.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

/** For all but the first test, which has processes of its own. */
const { confereHere } = useCommands();
const importer = createHome();
const shared = join(importer.directory, 'shared');
let snapshot = '';

beforeAll(async () => {
  const folder = join(importer.directory, 'dump');
  mkdirSync(folder);
  const imported = await confere(importer, 'registry', 'import', writeDump(folder, {}, '61010'), '--json');
  expect(imported).toMatchObject({ code: 0 });
  snapshot = (JSON.parse(imported.stdout) as { snapshot: string }).snapshot;
});

test('publish and pull say what they did, in words and in JSON, and how a run ends', async () => {
  const node = createHome();
  const nowhere = await confere(node, 'registry', 'pull');
  expect(nowhere).toMatchObject(refusal(2, 'registry.source'));
  const early = await confere(node, 'registry', 'pull', shared);
  expect(early).toMatchObject(refusal(3, 'nothing was published there yet'));
  const published = await confere(importer, 'registry', 'publish', shared, '--json');
  expect(published).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(published.stdout)).toMatchObject({ outcome: 'published', snapshot, data_as_of: '2026-10-10' });
  expect(readdirSync(shared).sort()).toEqual(['latest.json', 'snapshots']);
  const again = await confere(importer, 'registry', 'publish', shared);
  expect(again).toMatchObject(success('Nothing to do'));
  const pulled = await confere(node, 'registry', 'pull', shared);
  expect(pulled).toMatchObject({ code: 0, stdout: `Live: ${snapshot} with the data of 2026-10-10.\n` });
  const second = await confere(node, 'registry', 'pull', shared, '--json');
  expect(JSON.parse(second.stdout)).toEqual({ outcome: 'up_to_date', snapshot, data_as_of: '2026-10-10' });
  const acts = await confere(node, 'audit', 'list', '--kind', 'act', '--json');
  expect(acts.stdout).toContain('"registry_pulled"');
  const web = await confere(importer, 'registry', 'publish', 'https://registry.example/');
  expect(web).toMatchObject(refusal(2, 'cannot be written to'));
});

test('S3 takes its credentials from the customary variables, and what it refuses does not show them', async () => {
  const server = await startObjectServer();
  const variables = { ...credentials, AWS_ENDPOINT_URL: server.url };
  const target = 's3://confere/registry';
  const published = await confereHere(
    { ...importer, env: { ...importer.env, ...variables } },
    'registry',
    'publish',
    target,
  );
  expect(published).toMatchObject(success(`Published: ${snapshot}`));
  expect(server.objects.has('/confere/registry/latest.json')).toBe(true);
  const node = createHome({ ...variables, CONFERE_REGISTRY_SOURCE: target });
  expect(await confereHere(node, 'registry', 'pull', '--json')).toMatchObject({ code: 0 });
  const stranger = createHome({ ...variables, AWS_SECRET_ACCESS_KEY: 'canary' });
  const refused = await confereHere(stranger, 'registry', 'pull', target);
  expect(refused).toMatchObject(refusal(2, 'check the credentials'));
  expect(refused.stderr).not.toContain('canary');
});

test('a pod with an identity of its own needs no keys: its cluster gives them', async () => {
  const server = await startObjectServer();
  const target = 's3://confere/registry';
  const [token, endpoint] = [
    'token-of-the-pod',
    { AWS_ENDPOINT_URL_S3: server.url, AWS_REGION: credentials.AWS_REGION },
  ];
  const publisher = { ...importer, env: { ...importer.env, ...credentials, ...endpoint } };
  expect(await confereHere(publisher, 'registry', 'publish', target)).toMatchObject({ code: 0 });
  // As the agent of EKS Pod Identity answers; it runs on the pod's own machine.
  const asked: unknown[] = [];
  const agent = await startParty((request, response) => {
    asked.push(request.headers['authorization']);
    const { AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey } = credentials;
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    const known = json(200, { AccessKeyId, SecretAccessKey, Token: 'session', Expiration });
    return (request.headers['authorization'] === token ? known : json(401, {}))(request, response);
  });
  onTestFinished(agent.close);
  const file = join(createTemporaryFolder('identity'), 'token');
  writeFileSync(file, token);
  const identity = {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${agent.origin}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
  };
  const pod = createHome({ ...endpoint, ...identity });
  expect(await confere(pod, 'registry', 'pull', target)).toMatchObject({ code: 0, stderr: '' });
  expect(asked).toEqual([token]);
  writeFileSync(file, 'token-of-another');
  const refused = await confere(createHome({ ...endpoint, ...identity }), 'registry', 'pull', target);
  expect(refused).toMatchObject(refusal(2, 'gives this pod no credentials'));
  expect(refused.stderr).not.toContain('token-of-another');
});

test('a service without a registry follows its source: not ready before, ready and answering after it is signed', async () => {
  const keys = createTemporaryFolder('keys');
  const [privateKey, publicKey] = [join(keys, 'publisher.pem'), join(keys, 'publisher.pub.pem')];
  const pair = generateKeyPairSync('ed25519');
  writeFileSync(privateKey, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(publicKey, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  await confereHere(importer, 'registry', 'publish', shared);
  const node = createHome({ CONFERE_REGISTRY_SOURCE: shared, CONFERE_REGISTRY_PUBLISHER_KEY: publicKey });
  const unsigned = await confereHere(node, 'registry', 'pull');
  expect(unsigned).toMatchObject(refusal(2, 'carries no signature'));
  const wrongHalf = await confereHere(importer, 'registry', 'publish', shared, '--sign', publicKey);
  expect(wrongHalf).toMatchObject(refusal(2, 'openssl genpkey'));
  expect(await confereHere(importer, 'registry', 'publish', shared, '--sign', privateKey)).toMatchObject({ code: 0 });
  const service = await startProcess(node);
  onTestFinished(async () => void (await service.stop()));
  const states = new Set<number>();
  for (let state = 0; state !== 200; ) {
    state = (await fetch(`${service.address}/readyz`)).status;
    states.add(state);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect([...states].every((state) => state === 200 || state === 503)).toBe(true);
  const status = JSON.parse((await confereHere(node, 'registry', 'status', '--json')).stdout);
  expect(status.live).toMatchObject({ id: snapshot });
  expect(service.output()).toContain('registry_pulled');
  const doctor = await confereHere(node, 'doctor', '--json');
  expect(doctor.stdout).toContain('offers the data of 2026-10-10, which is live.');
});

test('an empty place keeps a node from being ready, and the examination says what to do', async () => {
  const empty = createTemporaryFolder('source');
  const node = createHome({ CONFERE_REGISTRY_SOURCE: empty });
  const service = await startProcess(node);
  onTestFinished(async () => void (await service.stop()));
  expect((await fetch(`${service.address}/readyz`)).status).toBe(503);
  const doctor = await confereHere(node, 'doctor', '--json');
  expect(doctor.stdout).toContain('confere registry publish TARGET');
});
