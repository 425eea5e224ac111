// The power is cut at random moments, and whatever was not synced is forgotten: what was acknowledged is still there.

import { setTimeout as sleep } from 'node:timers/promises';
import { rememberKey } from '../../support/canaries.ts';
import { createRandom } from '../../support/http/malformed.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { readTraces } from '../../support/parties/traces.ts';
import { type CreatedKey, confere, type Home } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { type Row, times } from '../row.ts';
import { type Stack, startStack } from '../stack.ts';

export const powerLoss: Row = {
  id: 'power-loss',
  promise: 'power loss',
  test: '200 power cuts of the data directory under 8 clients: each file falls back to what it was at its last sync; a key made before, one revoked',
  pass: 'no 2xx CPF answer without its audit record; every acknowledged key works and every acknowledged revocation holds; the chain is whole',
  async drive(length, findings) {
    const stack = await startStack({ length, isPowered: true });
    const { power, home } = stack;
    const cuts = power === undefined ? 0 : length === 'full' ? times(200) : 3;
    findings.load('power cuts (needs a C compiler)', cuts, times(200));
    const random = createRandom(21);
    const answered: string[] = [];
    const asked = { next: 0 };
    let dead = 0;
    let alive = 0;
    let silent = 0;
    for (let round = 0; round < cuts; round++) {
      // A command is a process of its own, which takes a second: not in every life.
      const keys = round % 20 === 0 ? await makeKeys(home) : undefined;
      const answeredBefore = answered.length;
      await askUntilCut(stack, answered, asked, random() * 250);
      if (answered.length === answeredBefore) silent++;
      // Further lives would show nothing else.
      if (silent > 1) break;
      power?.cut();
      await stack.restart();
      if (keys === undefined) continue;
      if ((await useKey(stack, keys.good)) !== 200) dead++;
      if ((await useKey(stack, keys.revoked)) !== 401) alive++;
    }
    const { recorded } = readTraces(home.directory);
    const missing = answered.filter((id) => !recorded.has(id));
    findings.none('answers without audit record', missing.length, {
      of: answered.length,
      examples: missing.slice(0, 3),
    });
    findings.none('acknowledged keys dead', dead);
    findings.none('acknowledged revocations without effect', alive);
    findings.none('lives in which nobody was answered', silent, { of: cuts });
    const { code, stderr } = await confere(home, 'audit', 'verify');
    findings.none('breaks in the audit chain after all cuts', code, { examples: [stderr.slice(0, 200)] });
    await stack.close();
  },
};

const answersWithinMs = 60_000;

async function askUntilCut(stack: Stack, answered: string[], asked: { next: number }, afterMs: number): Promise<void> {
  const { address } = stack.service();
  let isDead = false;
  const before = answered.length;
  const client = async () => {
    while (!isDead) {
      const { cpf } = createQuery(asked.next++);
      const answer = await post(`${address}/v1/verify/cpf`, { cpf }, { key: stack.key }).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 200) answered.push(answer.body.request_id as string);
    }
  };
  const clients = Array.from({ length: 8 }, client);
  // A service that answers nobody after a cut is a finding, not a wait without an end.
  for (const endMs = performance.now() + answersWithinMs; answered.length === before; await sleep(1))
    if (performance.now() > endMs) break;
  await sleep(afterMs);
  await stack.service().stop('SIGKILL');
  isDead = true;
  await Promise.all(clients);
}

async function makeKeys(home: Home): Promise<{ readonly good: CreatedKey; readonly revoked: CreatedKey }> {
  const create = async () => {
    const { stdout } = await confere(home, 'keys', 'create', '--name', 'cut', '--mode', 'test', '--json');
    const key = JSON.parse(stdout) as CreatedKey;
    rememberKey(key.key);
    return key;
  };
  const made = { good: await create(), revoked: await create() };
  const { code, stderr } = await confere(home, 'keys', 'revoke', made.revoked.id);
  if (code !== 0) throw new Error(`A key could not be revoked: ${stderr}`);
  return made;
}

async function useKey(stack: Stack, { key }: CreatedKey): Promise<number> {
  return (await post(`${stack.service().address}/v1/verify/cpf`, { cpf: '40442820135' }, { key })).status;
}
