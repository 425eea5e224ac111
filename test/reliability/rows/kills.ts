// kill -9 at random moments: what was acknowledged is there, and nothing is half there.

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { rememberKey } from '../../support/canaries.ts';
import { createRandom } from '../../support/http/malformed.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { readTraces } from '../../support/parties/traces.ts';
import { main } from '../../support/program.ts';
import { type CreatedKey, confere, type Home } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { type Findings, type Row, times } from '../row.ts';
import { type Stack, startStack } from '../stack.ts';

export const kills: Row = {
  id: 'kills',
  promise: 'kill -9 during import, key creation, revocation, audit',
  test: '100 kills of the import, 60 acknowledged key creations and revocations each under kills, 200 kills of the service while it answers',
  pass: 'old or new snapshot, never a mix; every acknowledged key works and every acknowledged revocation holds; no 2xx CPF answer without its audit record',
  suites: [
    { file: 'test/e2e/registry/crash.test.ts', env: { REGISTRY_KILLS: '100' } },
    { file: 'test/e2e/verify/idempotency-crash.test.ts' },
    { file: 'test/e2e/operators/keys.test.ts' },
  ],
  async drive(length, findings) {
    // Sixty revoked keys are tried from one address.
    const stack = await startStack({ length, env: { CONFERE_LIMITS_AUTH_FAILURES_PER_MINUTE: '100000' } });
    await killService(stack, length === 'full' ? times(200) : 2, findings);
    await killKeyCommands(stack, length === 'full' ? times(60) : 1, findings);
    const verified = await confere(stack.home, 'audit', 'verify');
    findings.none('breaks in the audit chain after all kills', verified.code, { examples: [verified.stderr] });
    await stack.close();
  },
};

async function killService(stack: Stack, count: number, findings: Findings): Promise<void> {
  const random = createRandom(11);
  const answered: string[] = [];
  let person = 0;
  for (let round = 0; round < count; round++) {
    let isDead = false;
    const { address } = stack.service();
    const client = async () => {
      while (!isDead) {
        const { cpf } = createQuery(person++);
        const answer = await post(`${address}/v1/verify/cpf`, { cpf }, { key: stack.key }).catch(() => undefined);
        if (answer?.status === 200) answered.push(answer.body.request_id as string);
        else if (answer === undefined) return;
      }
    };
    const answeredBefore = answered.length;
    const clients = Array.from({ length: 8 }, client);
    while (answered.length < answeredBefore + 1) await sleep(1);
    await sleep(random() * 250);
    await stack.service().stop('SIGKILL');
    isDead = true;
    await Promise.all(clients);
    await stack.restart();
  }
  const { recorded } = readTraces(stack.home.directory);
  const missing = answered.filter((id) => !recorded.has(id));
  const examples = missing.slice(0, 5);
  findings.none(`answers without audit record, in ${count} lives`, missing.length, { of: answered.length, examples });
}

/** `killAt`: so many milliseconds after its start, or as soon as it says something. What it printed is what it acknowledged. */
async function killCommand({ directory, env }: Home, killAt: number | 'answer', ...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { cwd: directory, env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (killAt === 'answer' && output.endsWith('\n')) child.kill('SIGKILL');
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), killAt === 'answer' ? 120_000 : killAt);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { output, isKilled: child.signalCode !== null };
}

/** Half of the commands die at a random moment, half with the first word of their answer, so that enough is acknowledged. */
async function killKeyCommands(stack: Stack, count: number, findings: Findings): Promise<void> {
  const { home } = stack;
  const random = createRandom(12);
  const verify = async ({ key }: CreatedKey) =>
    (await post(`${stack.service().address}/v1/verify/cpf`, { cpf: '40442820135' }, { key })).status;
  const create = ['keys', 'create', '--name', 'killed', '--mode', 'test', '--json'];
  const startedAt = performance.now();
  const whole = findKey((await killCommand(home, 120_000, ...create)).output);
  const usualMs = performance.now() - startedAt;
  const created = whole === undefined ? [] : [whole];
  const kills = { create: 0, revoke: 0 };
  const triesMax = count * 6;
  for (let round = 0; round < triesMax && (created.length < count || kills.create < count); round++) {
    const { output, isKilled } = await killCommand(
      home,
      round % 2 === 0 ? 'answer' : usualMs * (0.3 + random()),
      ...create,
    );
    const key = findKey(output);
    if (key !== undefined) created.push(key);
    if (isKilled) kills.create++;
  }
  let unknown = 0;
  for (const key of created) if ((await verify(key)) !== 200) unknown++;
  findings.none('acknowledged keys dead', unknown, { of: created.length });

  let revoked = 0;
  let stillGood = 0;
  for (const [round, key] of created.entries()) {
    const killAt = round % 2 === 0 ? 'answer' : usualMs * (0.3 + random());
    const { output, isKilled } = await killCommand(home, killAt, 'keys', 'revoke', key.id);
    if (isKilled) kills.revoke++;
    // What was killed before it answered may hold or not; then it is done again, and must.
    if (output === '' && (await killCommand(home, 'answer', 'keys', 'revoke', key.id)).output === '') continue;
    revoked++;
    if ((await verify(key)) !== 401) stillGood++;
  }
  findings.none('acknowledged revocations without effect', stillGood, { of: revoked });
  findings.load('keys acknowledged', created.length, count);
  findings.load('revocations acknowledged', revoked, count);
  findings.load('commands killed', Math.min(kills.create, kills.revoke), count / 2);
}

function findKey(output: string): CreatedKey | undefined {
  try {
    const key = JSON.parse(output) as CreatedKey;
    rememberKey(key.key);
    return key;
  } catch {
    return undefined;
  }
}
