// The results of a batch of people as a test wants them, whatever happened to the service meanwhile.

import { expect } from 'vitest';
import type { Simulator } from '../../../src/sim/server.ts';
import { parties } from '../parties/simulated-sources.ts';
import { parseLines } from '../texts.ts';

interface Line {
  readonly row: number;
  readonly status: string;
  readonly answer: (Screened & { readonly cpf: string }) | null;
}
interface Screened {
  readonly screening?: { readonly hits: readonly { readonly row: string }[] };
}

/** Every row has a line in its place, about its own person, and nobody was asked about more than once. */
export async function expectWholeResults(
  { address, key, id }: Readonly<Record<'address' | 'key' | 'id', string>>,
  cpfs: readonly string[],
  simulator: Simulator,
): Promise<readonly (Line & Screened)[]> {
  const headers = { authorization: `Bearer ${key}` };
  const text = await (await fetch(`${address}/v1/batches/${id}/results`, { headers })).text();
  const lines = parseLines<Line & Screened>(text);
  expect(lines.map(({ row }) => row)).toEqual(cpfs.map((_, index) => index + 1));
  for (const { row, status, answer } of lines) {
    expect(answer === null ? status : answer.cpf).toBe(answer === null ? 'outcome_unknown' : cpfs[row - 1]);
  }
  for (const cpf of cpfs) {
    for (const party of Object.values(parties)) expect(simulator.callsFor(party, cpf)).toBeLessThanOrEqual(1);
  }
  return lines;
}
