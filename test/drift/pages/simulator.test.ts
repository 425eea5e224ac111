// Pins docs/simulator.md and the demo to the simulator: every party with its port, every fault, every latency.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { faultSchema } from '../../../src/sim/faults.ts';
import { latencySchema } from '../../../src/sim/latency.ts';
import { parties } from '../../../src/sim/server.ts';

interface DemoConfig {
  readonly sources: Readonly<Record<string, { readonly profile?: string; readonly base_url: string }>>;
}

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/simulator.md'), 'utf8');

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

describe('examples/demo/confere.yaml', () => {
  const { sources } = parse(readFileSync(join(root, 'examples/demo/confere.yaml'), 'utf8')) as DemoConfig;

  it.each(Object.entries(sources))('asks %s where the simulator has that party by default', (slot, source) => {
    const index = parties.findIndex(({ name }) => name === basename(source.profile ?? slot, '.yaml'));
    expect(source.base_url).toBe(`http://127.0.0.1:${4011 + index}`);
  });
});
