// The simulated parties that speak positional strings, asked through their profiles over real HTTP, with the simulator's faults.

import { describe, expect, it } from 'vitest';
import { personas } from '../../../src/sandbox/people.ts';
import { endlessFaults, hostileFaults, hugeScore } from '../../support/parties/hostile-faults.ts';
import { toRelayed } from '../../support/parties/relayed.ts';
import { inOrder, useSimulatedBureaus } from '../../support/parties/simulated-bureaus.ts';
import { findSimulatorSecret } from '../../support/parties/simulated-sources.ts';

const bureaus = ['boa-vista-csr60', 'serasa-crednet'];
const { simulator, open } = useSimulatedBureaus(bureaus);

describe.each(bureaus)('%s', (bureau) => {
  it('says of every sandbox person what its wire has words for', async () => {
    const ask = await open(bureau);
    for (const { cpf, person } of personas) {
      const evidence = await ask({ ...inOrder, cpf });
      const expected = toRelayed(person.answers.bureau_a.evidence, bureau);
      if (expected.kind === 'unavailable') expect(evidence.kind).toBe('unavailable');
      else expect(evidence).toEqual(expected);
    }
    expect(simulator().state().parties[bureau]?.unauthorized).toBe(0);
  });

  it('refuses a wrong password, which stands in the string', async () => {
    const ask = await open(bureau, 28_000, (name) =>
      name.endsWith('PASSWORD') ? 'mistaken' : findSimulatorSecret(name),
    );
    expect(await ask()).toEqual({ kind: 'unavailable', reason: 'authentication_failed' });
    expect(simulator().state().parties[bureau]).toMatchObject({ unauthorized: 1, calls: 0 });
  });

  it.each([...hostileFaults, ...(bureau === 'serasa-crednet' ? [hugeScore] : [])])(
    'with %o is unavailable, and asked once',
    async (fault, reason) => {
      const ask = await open(bureau);
      await simulator().set(bureau, { fault, plays: fault.kind === 'huge_score' ? 'bureau_b' : 'bureau_a' });
      expect(await ask()).toEqual({ kind: 'unavailable', reason });
      expect(simulator().callsFor(bureau, inOrder.cpf)).toBeLessThanOrEqual(1);
      expect(simulator().state().trapped).toBe(0);
    },
  );

  it.each(endlessFaults)('with %o is given up at the deadline', async (fault) => {
    const ask = await open(bureau, 1000);
    await simulator().set(bureau, { fault });
    expect(await ask()).toEqual({ kind: 'unavailable', reason: 'timeout' });
  });
});
