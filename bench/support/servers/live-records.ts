// The service with a registry on the disk, and a server that does nothing but send the very bytes that it answers about it.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDump } from '../registry/dump.ts';
import { type BenchServer, startServer } from './child.ts';

const establishments = 20_000;
const numbersMax = 3_000;

interface LiveRecords {
  readonly bare: BenchServer;
  readonly whole: BenchServer;
  /** Numbers that are there. */
  readonly numbers: readonly string[];
}

/** `folder` holds the dump and the bytes. */
export async function startLiveRecords(folder: string): Promise<LiveRecords> {
  const dump = await prepareDump(folder, establishments);
  const whole = await startServer('confere-server.ts', { BENCH_MODE: 'live', BENCH_DUMP: dump });
  const bodies: Record<string, string> = {};
  for (const line of readFileSync(join(dump, 'expected.jsonl'), 'utf8').trim().split('\n')) {
    const { cnpj } = JSON.parse(line) as { cnpj: string };
    const headers = { authorization: `Bearer ${whole.key}` };
    const answer = await fetch(`http://127.0.0.1:${whole.port}/v1/companies/${cnpj}`, { headers });
    if (answer.ok) bodies[cnpj] = await answer.text();
    if (Object.keys(bodies).length === numbersMax) break;
  }
  const file = join(mkdtempSync(join(folder, 'bodies-')), 'bodies.json');
  writeFileSync(file, JSON.stringify(bodies));
  return { bare: await startServer('bare-server.ts', { BENCH_BODIES: file }), whole, numbers: Object.keys(bodies) };
}
