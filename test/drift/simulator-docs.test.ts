// Pins docs/simulator.md to the simulator: every party with its port, every fault, every latency.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultSchema } from '../../src/sim/faults.ts';
import { latencySchema } from '../../src/sim/latency.ts';
import { parties } from '../../src/sim/server.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/simulator.md'), 'utf8');

describe('docs/simulator.md', () => {
  it.each(parties.map((party, index) => [party.name, 4011 + index] as const))('names %s on port %i', (name, port) => {
    expect(page).toContain(`| ${port} | \`${name}\` |`);
  });

  it.each(faultSchema.anyOf.map((fault) => fault.properties.kind.const))('explains the fault %s', (kind) => {
    expect(page).toMatch(new RegExp(`\`${kind}\`|kind: ${kind}\\b`));
  });

  it.each(latencySchema.anyOf.map((latency) => latency.properties.kind.const))('explains the latency %s', (kind) => {
    expect(page).toContain(`{kind: ${kind}, `);
  });
});
