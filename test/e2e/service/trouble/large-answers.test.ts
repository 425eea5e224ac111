// A party whose answers are within every limit and cost a tenth of a second each to read, 14 at once, in the real service: the parties
// beside it answer, no breaker opens, and nobody is refused.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { completeCpf } from '../../../../src/domain/numbers/cpf.ts';
import { describeBureau, goodAnswer, person } from '../../../support/parties/described-sources.ts';
import { type PartyHandler, startParty } from '../../../support/parties/party-server.ts';
import { createHome } from '../../../support/service/process.ts';
import { sendOnce } from '../../../support/service/steady-clients.ts';
import { startFleet } from '../../../support/service/worker-fleet.ts';

const cpfs = Array.from({ length: 14 }, (_, index) => completeCpf(String(390_534_000 + index)));

const about: PartyHandler = ({ headers }, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...goodAnswer, cpf: headers['x-document'] }));

const toLarge =
  (elements: number): PartyHandler =>
  ({ headers }, response) =>
    response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(`<a><cpf>${headers['x-document']}</cpf><score>742</score>${'<debito/>'.repeat(elements)}</a>`);

test('14 answers of 60,000 to 90,000 elements at once leave the parties beside them as they are', async () => {
  const parties = await Promise.all([startParty(toLarge(60_000)), startParty(toLarge(90_000)), startParty(about)]);
  for (const { close } of parties) onTestFinished(close);
  const [some, many, healthy] = parties.map(({ origin }) => origin) as [string, string, string];
  const inXml = {
    response: 'xml',
    outcomes: [],
    mapping: { cpf: 'a.cpf', score: '$number(a.score)', pending_debts: '$some(a.debito)' },
  };
  const home = createHome();
  const file = join(home.directory, 'confere.yaml');
  const sources = {
    bureau_a: describeBureau(some, inXml),
    bureau_b: describeBureau(many, inXml),
    fraud_registry: describeBureau(healthy, { deadline_ms: 4_000, connect_ms: 4_000 }),
  };
  writeFileSync(file, stringify({ sources }));
  home.env['CONFERE_CONFIG'] = file;
  home.env['CONFERE_VERIFICATION_DEADLINE_MS'] = '30000';
  const service = await startFleet(home, 1, '--mode', 'live');
  onTestFinished(async () => void (await service.stop()));
  const { url, key } = service;
  const verify = async (cpf: string) => {
    const { status, body } = await sendOnce({
      url: `${url}?explain=true`,
      key,
      body: JSON.stringify({ cpf, birth_date: person.birthDate }),
    });
    const { explanation } = JSON.parse(body);
    const { bureau_a, bureau_b, fraud_registry } = explanation?.sources ?? {};
    return {
      status,
      bureau_a: bureau_a?.outcome,
      bureau_b: bureau_b?.outcome,
      fraud_registry: fraud_registry?.outcome,
    };
  };
  const answers = await Promise.all(cpfs.map(verify));
  expect(answers.map(({ status, fraud_registry }) => [status, fraud_registry])).toEqual(
    cpfs.map(() => [200, 'answered']),
  );
  for (const large of ['bureau_a', 'bureau_b'] as const)
    expect(answers.filter((answer) => answer[large] === 'answered')).not.toEqual([]);
  expect(service.output()).not.toContain('source_breaker');
});
