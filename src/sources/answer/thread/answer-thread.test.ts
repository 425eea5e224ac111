import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BodyFormat } from '../body/body-format.ts';
import { jsonFormat } from '../body/json-body.ts';
import { createFixedFormat } from '../fixed/fixed-format.ts';
import { createXmlFormat } from '../xml/xml-body.ts';
import { createXmlSigner, createXmlVerifier } from '../xml/xml-signature.ts';
import { createAnswerThread } from './answer-thread.ts';

const never = new AbortController().signal;
/** JSONata compares every object with every other: minutes, in one step that nothing on its thread can end. */
const endless = {
  text: '$distinct(list)',
  body: { list: Array.from({ length: 30_000 }, (_, index) => ({ a: index, b: { c: [index] } })) },
};
const quick = { text: 'a + 1', body: { a: 1 } };

function start(limitMs: number) {
  const thread = createAnswerThread(limitMs);
  onTestFinished(thread.close);
  return thread;
}

describe('the thread of a party', () => {
  it('ends what takes too long, and serves the next as if nothing had been', async () => {
    const thread = start(500);
    const stuck = thread.run(endless, never);
    const behind = thread.run(quick, never);
    await expect(stuck).rejects.toThrow('took too long');
    expect(await behind).toBe(2);
    expect(await thread.run(quick, never)).toBe(2);
  });

  it('keeps what was done in time, although this thread was held up and heard of it late', async () => {
    const thread = start(50);
    await thread.run(quick, never);
    const given = thread.run(quick, never);
    // The limit is long over when this thread looks again, and the answer is there.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    expect(await given).toBe(2);
  });

  it('leaves the event loop to others meanwhile', async () => {
    const thread = start(500);
    const stuck = thread.run(endless, never).catch(() => 'ended');
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await stuck;
    clearInterval(timer);
    // Frozen, it would have been none or one.
    expect(turns).toBeGreaterThan(10);
  });

  it('outlives an expression that takes all memory', async () => {
    const thread = start(30_000);
    const text = '($f := function($l) { $f($append($l, $l)) }; $f([1, 2, 3, 4, 5, 6, 7, 8]))';
    await expect(thread.run({ text, body: {} }, never)).rejects.toBeDefined();
    expect(await thread.run(quick, never)).toBe(2);
  });

  const doubled = (text: string, times: number) =>
    `($f := function($s, $n) { $n = 0 ? $s : $f($s & $s, $n - 1) }; $t := $f("${text}", ${times}); %)`;
  it('refuses texts without end before they are made, in several threads at once, and needs no time limit for it', async () => {
    const expressions = [
      '$pad("x", 1000000000)',
      '$pad("x", -200000000)',
      doubled('aaaaaaaa', 25).replace('%', '$length($t)'),
      doubled('aaaaaaaa', 25).replace('%', '$split($t, "")'),
      doubled('aaaaaaaa', 25).replace('%', '$t'),
      doubled('a', 19).replace('%', '$replace($t, "a", $t)'),
      doubled('a', 19).replace('%', '$join([1..100000].$string(), $t)'),
      '($f := function($l, $n) { $n = 0 ? $l : $f([$l, $l], $n - 1) }; $f([1], 100))',
    ];
    const threads = Array.from({ length: 3 }, () => start(60_000));
    for (const text of expressions) {
      const outcomes = threads.map((thread) =>
        thread.run({ text, body: {} }, never).then(
          () => 'made',
          () => 'refused',
        ),
      );
      expect([text, ...(await Promise.all(outcomes))]).toEqual([text, 'refused', 'refused', 'refused']);
    }
    for (const thread of threads) expect(await thread.run(quick, never)).toBe(2);
  });

  it.each([
    ['$pad("x", 5, "#")', 'x####'],
    ['$map(["a", "b"], $pad(?, -3, "."))', ['..a', '..b']],
    ['$map(["a", "b"], $uppercase)', ['A', 'B']],
    ['$join(["a", "b"], "-")', 'a-b'],
    ['$length($pad("", 1048576))', 1_048_576],
    ['"a,b" ~> $split(",") ~> $join(";")', 'a;b'],
    ['$replace("a-b", /[a-z]/, function($m) { $uppercase($m.match) })', 'A-B'],
  ])('%s is what JSONata says', async (text, result) => {
    expect(await start(60_000).run({ text, body: {} }, never)).toEqual(result);
  });

  it('does not keep who gave up, and leaves out what nobody waits for', async () => {
    const thread = start(500);
    const stuck = thread.run(endless, never).catch(() => 'ended');
    const leaving = new AbortController();
    const behind = thread.run(endless, leaving.signal);
    leaving.abort();
    await expect(behind).rejects.toThrow('given up');
    await stuck;
    expect(await thread.run(quick, never)).toBe(2);
    await expect(thread.run(quick, AbortSignal.abort())).rejects.toBeDefined();
  });

  it('fails what it was at when it is closed, and takes nothing more', async () => {
    const thread = start(60_000);
    const [running, waiting] = [thread.run(endless, never), thread.run(quick, never)];
    const ends = Promise.allSettled([running, waiting]);
    await thread.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(thread.run(quick, never)).rejects.toBeDefined();
  });
});

const certificates = join(import.meta.dirname, '../../../../test/support/certificates/signers');
const pem = readFileSync(join(certificates, 'signer.pem'), 'utf8');
const sign = createXmlSigner({
  key: createPrivateKey(readFileSync(join(certificates, 'signer.key'))),
  certificate: pem,
});
const manyElements = `<r><cpf>1</cpf>${'<a/>'.repeat(80_000)}</r>`;
const layout = { header: [{ name: 'cpf', width: 1 }, { width: 20_000 }] };
const xml = createXmlFormat({ lists: [] });

describe('a large answer', () => {
  const read = (thread: ReturnType<typeof start>, format: BodyFormat, text: string, texts: readonly string[]) =>
    thread.read({ format, bytes: Buffer.from(text), charset: undefined }, texts, never);

  it.each([
    ['JSON', jsonFormat, JSON.stringify({ r: { cpf: '1', list: Array(90_000).fill(1) } }), 'r.cpf'],
    ['XML', xml, manyElements, 'r.cpf'],
    [
      'signed XML',
      createXmlFormat({ lists: [], verify: createXmlVerifier([pem]) }),
      sign('<r><cpf>1</cpf></r>'),
      'r.cpf',
    ],
    ['a positional string', createFixedFormat(layout), `1${'x'.repeat(20_000)}`, 'header.cpf'],
  ])('in %s is read in the thread, and its fields come back', async (_, format, text, path) => {
    const body = await read(start(60_000), format, text, [path, `$uppercase(${path})`, '$error("no")', '$missing']);
    expect(body).toEqual({
      kind: 'tree',
      isEmpty: false,
      found: new Map([
        [path, '1'],
        [`$uppercase(${path})`, '1'],
        ['$missing', undefined],
      ]),
    });
  });

  it('brings no list and no object along, and no text that is longer than any field', async () => {
    const text = JSON.stringify({ list: [1, 2], object: { a: 1 }, text: 'x'.repeat(500_000) });
    const body = await read(start(60_000), jsonFormat, text, ['list', 'object', 'text']);
    if (!('found' in body)) throw new Error('not read');
    expect([body.found.get('list'), body.found.get('object')]).toEqual([[], {}]);
    expect(String(body.found.get('text')).length).toBeLessThan(20_000);
  });

  it.each([
    ['is not signed', createXmlFormat({ lists: [], verify: createXmlVerifier([pem]) }), '<r><cpf>1</cpf></r>'],
    ['is another format', jsonFormat, manyElements],
    ['has too many parts', xml, `<r>${'<a>1</a>'.repeat(100_000)}</r>`],
  ])('that %s is unreadable', async (_, format, text) => {
    expect(await read(start(60_000), format, text, ['r.cpf'])).toEqual({ kind: 'unreadable' });
  });

  it('on which an expression never ends is unreadable, and the next one is read', async () => {
    const thread = start(500);
    const stuck = read(thread, jsonFormat, JSON.stringify(endless.body), [endless.text]);
    const behind = read(thread, xml, manyElements, ['r.cpf']);
    expect(await stuck).toEqual({ kind: 'unreadable' });
    expect(await behind).toMatchObject({ found: new Map([['r.cpf', '1']]) });
  });

  it('in which nobody is interested any more gives its place to the next', async () => {
    const thread = start(60_000);
    const leaving = new AbortController();
    const answer = { format: xml, bytes: Buffer.from(manyElements), charset: undefined };
    const left = [1, 2, 3].map(() => thread.read(answer, ['r.cpf'], leaving.signal));
    leaving.abort();
    expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(await thread.read(answer, ['r.cpf'], never)).toMatchObject({ found: new Map([['r.cpf', '1']]) });
    expect(answer.bytes.toString()).toBe(manyElements);
  });
});
