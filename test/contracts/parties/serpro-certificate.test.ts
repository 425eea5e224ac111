// Serpro with an e-CNPJ: the certificate in every connection, the token call of Integra Contador, and both of its tokens, by `sources try`
// at the simulator. A server with TLS stands before that, and lets nobody in without a certificate.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { systemClock } from '../../../src/clock.ts';
import { personas } from '../../../src/sandbox/people.ts';
import { startSimulator } from '../../../src/sim/server.ts';
import { type ReceivedRequest, startParty } from '../../support/parties/party-server.ts';
import { simulatorSecrets } from '../../support/parties/simulated-sources.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome } from '../../support/service/process.ts';
import { certificatesDirectory } from '../../support/stores/postgres.ts';

const { confereHereWithInput } = useCommands();
const at = (file: string) => join(certificatesDirectory, file);
const pem = (file: string) => readFileSync(at(file), 'utf8');

/** The simulator behind TLS, under the addresses of Integra Contador. */
async function startSerpro() {
  const simulator = await startSimulator({ clock: systemClock, port: 0, profiles: ['serpro-cpf'] });
  onTestFinished(simulator.close);
  const certificates: string[] = [];
  const relay = async ({ method, url, headers, body }: ReceivedRequest): Promise<Response> => {
    const names = ['authorization', 'content-type', 'accept'];
    const sent = Object.fromEntries(
      names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    );
    const address = simulator.urlOf('serpro-cpf') + url.replace('/authenticate', '/token');
    return await fetch(address, { method, headers: sent as Record<string, string>, ...(body !== '' && { body }) });
  };
  const door = await startParty(
    (request, response) => {
      certificates.push(String((response.socket as TLSSocket).getPeerCertificate().subject.CN));
      void relay(request).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      });
    },
    {
      key: pem('server.key'),
      cert: pem('server.pem'),
      ca: pem('a1/a1.pem'),
      requestCert: true,
      rejectUnauthorized: true,
    },
  );
  onTestFinished(door.close);
  return { door, certificates };
}

function writeConfig(directory: string, origin: string, tls: object): string {
  const file = join(directory, 'confere.yaml');
  const serpro = {
    profile: join(import.meta.dirname, '../../../profiles/serpro-cpf.yaml'),
    ...{ base_url: origin, deadline_ms: 28_000, connect_ms: 10_000 },
    tls: { ca_file: at('ca.pem'), ...tls },
    auth: { token_url: '/authenticate', headers: { 'Role-Type': 'TERCEIROS' }, values: { jwt_token: 'jwt_token' } },
    request: { headers: { jwt_token: '{token.jwt_token}' } },
  };
  writeFileSync(file, stringify({ sources: { bureau_a: serpro } }));
  return file;
}

test('`sources try` shows the e-CNPJ in the token call and in the question, and sends both tokens', async () => {
  const { door, certificates } = await startSerpro();
  const home = createHome({ ...simulatorSecrets });
  const isKnown = ({ person: { answers } }: (typeof personas)[number]) => answers.bureau_a.evidence.kind === 'answered';
  const known = personas.find(isKnown) as (typeof personas)[number];
  const { evidence } = known.person.answers.bureau_a;
  const birthDate = evidence.kind === 'answered' ? evidence.record.birthDate : null;
  const tryIt = (tls: object) => {
    const file = writeConfig(home.directory, door.origin, tls);
    return confereHereWithInput(home, `${known.cpf}\n${birthDate}\n`, 'sources', 'try', 'bureau_a', '--file', file);
  };

  const tried = await tryIt({ pfx: { file: at('a1/a1.p12') }, passphrase: { file: at('passphrase.txt') } });
  expect(tried, tried.stdout + tried.stderr).toMatchObject({ code: 0 });
  expect(certificates).toEqual(['confere-test-a1', 'confere-test-a1']);
  const [token, question] = door.requests;
  expect([token?.url, token?.headers['role-type']]).toEqual(['/authenticate', 'TERCEIROS']);
  const bearer = String(question?.headers['authorization']).slice('Bearer '.length);
  expect(question?.headers['jwt_token']).toBe(`jwt-of-${bearer}`);
  const shown = tried.stdout + tried.stderr;
  for (const secret of [bearer, known.cpf, pem('passphrase.txt').trim()]) expect(shown).not.toContain(secret);

  // Without it nobody is let in.
  const refused = await tryIt({});
  expect([refused.code === 0, door.requests.length]).toEqual([false, 2]);
});
