// Two bureaus want the password inside the address. It reaches the party and nothing else: no log, metric, state, error or file of ours.

import { expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sim/faults.ts';
import { shortId, shortSecret } from '../../src/sim/party.ts';
import { formsOfText, searchFiles } from '../support/canaries.ts';
import { createQuery } from '../support/parties/implied.ts';
import { startLiveStack } from '../support/service/live-stack.ts';

test('a password inside an address reaches the party, and nothing that we write or answer', async () => {
  const strings = ['boa-vista-csr60', 'serasa-crednet'];
  const stack = await startLiveStack({
    further: {
      scpc: { party: 'boa-vista-csr60', settings: { roles: ['debts'] } },
      crednet: { party: 'serasa-crednet', settings: { roles: ['debts', 'score'] } },
    },
  });
  onTestFinished(stack.close);
  const admin = await stack.service.listenForOperators();
  const faults: Fault[] = [
    { kind: 'none' },
    { kind: 'reset' },
    { kind: 'redirect' },
    { kind: 'garbage' },
    { kind: 'wrong_person' },
    { kind: 'status', status: 400 },
    { kind: 'status', status: 401 },
    { kind: 'huge', bytes: 2_000_000 },
  ];
  const said: string[] = [];
  for (const [index, fault] of faults.entries()) {
    for (const party of strings) await stack.simulator.set(party, { fault });
    const answer = await stack.verify(createQuery(index));
    said.push(JSON.stringify(answer.body));
    const { scpc, crednet } = answer.body.explanation.sources;
    const isWell = fault.kind === 'none';
    for (const source of [scpc, crednet]) expect(source.outcome === 'unavailable').toBe(!isWell);
  }
  for (const party of strings) expect(stack.simulator.state().parties[party]?.unauthorized).toBe(0);
  for (const path of ['/metrics', '/status']) said.push(await (await fetch(admin + path)).text());
  const log = stack.service.readLog();
  expect(log.length).toBeGreaterThan(0);

  const needles = [shortSecret, `${shortId}${shortSecret}`, 'netpo028', 'consultahttps'].flatMap(formsOfText);
  expect(searchFiles(stack.service.directory, needles)).toEqual([]);
  for (const { text, form } of needles) {
    expect(
      said.filter((each) => each.includes(text)),
      form,
    ).toEqual([]);
    expect(JSON.stringify(log).includes(text), form).toBe(false);
  }
});
