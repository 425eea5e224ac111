// A certificate, its passphrase and a token that are replaced while the service runs: SIGHUP takes them up, and nobody notices.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { describeBureau, goodAnswer, person } from '../../support/parties/described-sources.ts';
import { json, startParty } from '../../support/parties/party-server.ts';
import { createHome } from '../../support/service/process.ts';
import { sendOnce, startClients } from '../../support/service/steady-clients.ts';
import { startFleet } from '../../support/service/worker-fleet.ts';

const certificates = join(import.meta.dirname, '../../support/certificates');
const pem = (name: string) => readFileSync(join(certificates, name), 'utf8');

/** Which token goes with which certificate, so that a mixture of old and new is refused. */
const tokens: Readonly<Record<string, string>> = {
  'confere-test-a1': 'token-of-monday',
  'confere-test-a1-renewed': 'token-of-tuesday',
};

test('a replaced PKCS#12 file, its passphrase and a token are taken up by SIGHUP under load without one failed request', async () => {
  const shown: string[] = [];
  const party = await startParty(
    (request, response) => {
      const name = String((response.socket as TLSSocket).getPeerCertificate().subject.CN);
      shown.push(name);
      const isKnown = request.headers['authorization'] === `Bearer ${tokens[name]}`;
      return json(isKnown ? 200 : 401, isKnown ? goodAnswer : {})(request, response);
    },
    {
      key: pem('server.key'),
      cert: pem('server.pem'),
      ca: [pem('a1/a1.pem'), pem('a1/a1-renewed.pem')],
      requestCert: true,
      rejectUnauthorized: true,
    },
  );
  onTestFinished(party.close);

  const home = createHome();
  const at = (name: string) => join(home.directory, name);
  const install = (certificate: string, passphrase: string, token: string) => {
    copyFileSync(join(certificates, certificate), at('a1.pfx'));
    writeFileSync(at('passphrase'), `${passphrase}\n`);
    writeFileSync(at('token'), `${token}\n`);
  };
  install('a1/a1.p12', 'synthetic', 'token-of-monday');
  const bureau = describeBureau(party.origin, {
    auth: { kind: 'bearer', token: { file: './token' } },
    tls: { ca_file: join(certificates, 'ca.pem'), pfx: { file: './a1.pfx' }, passphrase: { file: './passphrase' } },
  });
  writeFileSync(at('confere.yaml'), stringify({ sources: { bureau_a: bureau } }));
  home.env['CONFERE_CONFIG'] = at('confere.yaml');
  home.env['CONFERE_VERIFICATION_DEADLINE_MS'] = '30000';
  const service = await startFleet(home, 1, '--mode', 'live');
  onTestFinished(async () => void (await service.stop()));
  const reload = async (event: string) => {
    const count = () => service.output().split(`"event":"${event}"`).length - 1;
    const before = count();
    service.child.kill('SIGHUP');
    await expect.poll(count).toBe(before + 1);
    return service.output().split(`"event":"${event}"`).at(-1) ?? '';
  };
  const { url, key } = service;
  const clients = startClients(12, () => ({
    url: `${url}?explain=true`,
    key,
    body: JSON.stringify({ cpf: person.cpf, birth_date: person.birthDate }),
  }));
  const more = async () => {
    const answered = clients.answered();
    await expect.poll(() => clients.answered()).toBeGreaterThan(answered + 50);
  };
  await more();
  expect(await service.readMetric('confere_source_certificate_expiry_seconds')).toBe(
    Date.parse('2126-01-01T00:00:00Z') / 1000,
  );

  install('a1/a1-renewed.p12', 'another-passphrase', 'token-of-tuesday');
  await reload('reloaded');
  await more();
  const seen = shown.length;
  await more();
  expect(new Set(shown.slice(0, 10))).toEqual(new Set(['confere-test-a1']));
  expect(new Set(shown.slice(seen))).toEqual(new Set(['confere-test-a1-renewed']));
  expect(await service.readMetric('confere_source_certificate_expiry_seconds')).toBe(
    Date.parse('2127-01-01T00:00:00Z') / 1000,
  );

  writeFileSync(at('a1.pfx'), readFileSync(join(certificates, 'a1/a1.p12')).subarray(0, 500));
  expect(await reload('reload_refused')).toMatch(/confere\.yaml:\d+: bureau_a\.tls\.pfx: .* is no PKCS#12/);
  await more();
  await clients.end();
  expect(clients.failures).toEqual([]);
  const outcomes = clients.bodies.map((body) => JSON.parse(body).explanation.sources.bureau_a.outcome);
  expect(new Set(outcomes)).toEqual(new Set(['answered']));
});

test('connections that callers keep are answered with the new secret after SIGHUP', async () => {
  const tokensSeen: unknown[] = [];
  const party = await startParty((request, response) => {
    tokensSeen.push(request.headers['authorization']);
    json(200, { ...goodAnswer, cpf: request.headers['x-document'] })(request, response);
  });
  onTestFinished(party.close);
  const home = createHome();
  const at = (name: string) => join(home.directory, name);
  writeFileSync(at('token'), 'former\n');
  const bureau = describeBureau(party.origin, { auth: { kind: 'bearer', token: { file: './token' } } });
  writeFileSync(at('confere.yaml'), stringify({ sources: { bureau_a: bureau } }));
  home.env['CONFERE_CONFIG'] = at('confere.yaml');
  home.env['CONFERE_VERIFICATION_DEADLINE_MS'] = '30000';
  const service = await startFleet(home, 1, '--mode', 'live');
  onTestFinished(async () => void (await service.stop()));
  const { url, key } = service;
  const agents = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  onTestFinished(() => {
    for (const agent of agents) agent.destroy();
  });
  const askAll = async () => {
    const asking = agents.map((agent, index) => {
      const cpf = completeCpf(String(390_535_000 + index));
      return sendOnce({ url, key, body: JSON.stringify({ cpf, birth_date: person.birthDate }), agent });
    });
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  };
  await askAll();
  expect(agents.filter(({ freeSockets }) => Object.keys(freeSockets).length > 0)).toHaveLength(10);
  writeFileSync(at('token'), 'new\n');
  service.child.kill('SIGHUP');
  await expect.poll(() => service.output()).toContain('"event":"reloaded"');
  await askAll();
  expect(tokensSeen).toEqual([...Array(10).fill('Bearer former'), ...Array(10).fill('Bearer new')]);
});
