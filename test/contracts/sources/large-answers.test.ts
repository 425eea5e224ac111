// Parties whose answers cost much to read, beside healthy ones, over real HTTP: nobody waits for another party's answer to be read.

import { setTimeout as rest } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { createLoopStalls } from '../../../src/sources/protect/loop-stalls.ts';
import { describeBureau, goodAnswer, person, type SourceText } from '../../support/parties/described-sources.ts';
import type { PartyHandler } from '../../support/parties/party-server.ts';
import { connectSources, start, unavailable } from './asked-party.ts';

const people = Array.from({ length: 8 }, (_, index) => ({
  ...person,
  cpf: completeCpf(String(390_533_000 + index).padStart(9, '0')),
}));

const about: PartyHandler = ({ headers }, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...goodAnswer, cpf: headers['x-document'] }));

/** Within every limit of the documentation, and under a megabyte. */
const elements = '<debito/>'.repeat(80_000);
const manyElements: PartyHandler = ({ headers }, response) =>
  response
    .writeHead(200, { 'content-type': 'text/xml' })
    .end(`<a><cpf>${headers['x-document']}</cpf><score>742</score><x>${elements}</x></a>`);
const inXml: SourceText = {
  response: 'xml',
  outcomes: [{ body: '$exists(fault)', means: 'our_fault' }],
  mapping: { cpf: 'a.cpf', score: '$number(a.score)', pending_debts: '$exists(a.x) ? $exists(a.x.debito[500]) : null' },
};

describe('a party that answers with 80,000 elements', () => {
  it('is read whole, eight times at once, while a healthy party goes on answering', async () => {
    const [large, healthy] = [await start(manyElements), await start(about)];
    const { people: sources, events } = await connectSources({
      bureau_a: describeBureau(large.origin, inXml),
      bureau_b: describeBureau(healthy.origin),
    });
    const signal = AbortSignal.timeout(60_000);
    let areRead = false;
    const reading = Promise.all(people.map((each) => sources.bureau_a.ask(each, signal))).finally(() => {
      areRead = true;
    });
    let answered = 0;
    while (!areRead) {
      const { evidence } = await sources.bureau_b.ask(person, signal);
      expect(evidence.kind).toBe('answered');
      answered++;
      // The thread needs the processor as well.
      await rest(5);
    }
    for (const { evidence } of await reading)
      expect(evidence).toMatchObject({ kind: 'answered', record: { score: 742, pendingDebts: true } });
    // Read on the event loop, each of them would let one or two questions pass.
    expect(answered).toBeGreaterThan(8 * 3);
    expect(events).toEqual([]);
  });

  it('says its outcomes in such answers, and is wrong about the wrong person', async () => {
    const party = await start(manyElements);
    const ask = async (overrides: SourceText) => {
      const { askEvidence } = await connectSources({
        bureau_a: describeBureau(party.origin, { ...inXml, ...overrides }),
      });
      return await askEvidence();
    };
    const outcomes = [
      { status: 404, body: '$error("not asked")', means: 'minor' },
      { body: '$error("it fails")', means: 'minor' },
      { status: 200, body: 'a.score = "742"', means: 'not_found' },
    ];
    expect(await ask({ outcomes })).toEqual({ kind: 'not_found' });
    expect(await ask({ mapping: { cpf: 'a.score', score: '$number(a.score)' } })).toEqual(unavailable('wrong_person'));
    expect(await ask({ mapping: { cpf: 'a.cpf', score: 'a.score' } })).toEqual(unavailable('invalid_response'));
    expect(await ask({ mapping: { cpf: 'a.cpf', name: 'a.x.debito' } })).toEqual(unavailable('invalid_response'));
  });

  it('and with an expression that never ends fails by itself, and answers the next question', async () => {
    let body = JSON.stringify({ ...goodAnswer, list: Array.from({ length: 40_000 }, (_, a) => ({ a, b: [a] })) });
    const party = await start((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    const { askEvidence } = await connectSources({
      bureau_a: describeBureau(party.origin, {
        mapping: { cpf: 'cpf', score: 'score', name: '$count($distinct(list)) > 1 ? name : name' },
      }),
    });
    const stuck = askEvidence();
    await expect.poll(() => party.requests.length).toBe(1);
    body = JSON.stringify({ ...goodAnswer, list: Array(20_000).fill(1) });
    expect(await stuck).toEqual(unavailable('invalid_response'));
    expect(await askEvidence()).toMatchObject({ kind: 'answered', record: { name: goodAnswer.name } });
  });
});

it('a party that answers while this process stands still is heard afterwards, and not called late', async () => {
  const { askEvidence, events } = await connectSources(
    { bureau_a: describeBureau(await startApart(), { deadline_ms: 1_000, connect_ms: 1_000 }) },
    { stalls: createLoopStalls(systemClock) },
  );
  const asking = askEvidence();
  // Until the question has left, which the party then answers in a third of its time.
  await rest(100);
  // From here the loop looks at its timers first, and at what has arrived only then.
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  expect(await asking).toMatchObject({ kind: 'answered' });
  expect(events).toEqual([]);
});

/** A party in a thread of its own, so that it goes on while this thread stands still. It takes 300 ms. */
async function startApart(): Promise<string> {
  const party = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const server = require('node:http').createServer((request, response) => setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.end(workerData);
    }, 300));
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true, workerData: JSON.stringify(goodAnswer) },
  );
  onTestFinished(async () => void (await party.terminate()));
  const port = await new Promise((resolve) => party.once('message', resolve));
  return `http://127.0.0.1:${port}`;
}
