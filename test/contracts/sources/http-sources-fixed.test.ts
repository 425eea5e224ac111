// Parties that speak positional strings, over real sockets: what a good one says, and what a hostile one cannot do.

import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canaryNames } from '../../support/canaries.ts';
import { describeBureau, describeThree, person, type SourceText } from '../../support/parties/described-sources.ts';
import { connectSources, start, startRaw, unavailable } from './asked-party.ts';

const env = { PASSWORD: 's3cret' };

/** Cut out of CSR60: a header that counts its records, which tell their own length. */
const layout: SourceText = {
  secrets: { password: { env: 'PASSWORD' } },
  request: {
    path: '/string',
    fixed: {
      query: 'consulta',
      blocks: [
        {
          width: 50,
          fields: [
            { width: 8, value: 'CSR60' },
            { width: 8, value: '{secret.password}' },
            { width: 14, value: '{cpf}', align: 'right', pad: '0' },
            { width: 20, value: '{name}' },
          ],
        },
      ],
    },
  },
  response: {
    fixed: {
      inside: 'PRE',
      header: [
        { name: 'transaction', width: 8, value: 'CSR61' },
        { name: 'code', width: 1 },
        { name: 'text_length', width: 4, kind: 'integer', holds: 'records_length' },
      ],
      records: {
        length: { width: 3, covers: 'type_and_data' },
        type_width: 3,
        types: [
          {
            type: '249',
            name: 'person',
            fields: [
              { name: 'cpf', width: 11 },
              { name: 'name', width: 30 },
              { name: 'born', width: 8 },
            ],
          },
          { type: '141', name: 'debts', fields: [{ name: 'total', width: 8, kind: 'integer' }] },
          { type: '601', name: 'score', fields: [{ name: 'points', width: 6, kind: 'integer' }] },
          { type: '999', name: 'message', fields: [{ name: 'text', width: 10 }] },
        ],
      },
    },
  },
  outcomes: [
    { status: 200, body: 'header.code = "9" and message.text = "SENHA"', means: 'authentication_failed' },
    { status: 200, body: 'header.code = "4" and $exists(header.transaction)', means: 'not_found' },
  ],
  date_format: 'ddmmyyyy',
  mapping: {
    cpf: 'person.cpf',
    name: 'person.name',
    birth_date: 'person.born',
    pending_debts: 'debts.total > 0',
    score: 'score.points',
    fraud_alert: '$exists(alert) ? $verdict(alert, "S", "N") : null',
  },
};

const record = (type: string, data: string) => `${String(data.length + 3).padStart(3, '0')}${type}${data}`;
const whole = (records: string, code = '0') =>
  `<PRE>\nCSR61   ${code}${String(records.length).padStart(4, '0')}${records}\n</PRE>`;
const about = (cpf: string, name = 'JOANA CONCEIÇÃO DA SILVA') => record('249', `${cpf}${name.padEnd(30)}21051987`);
const good = about(person.cpf) + record('141', '00000002') + record('601', '000742');
const head = (bytes: number) => `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${bytes}\r\n\r\n`;

/** Answers with these bytes. */
const say = (text: string, status = 200) =>
  start((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(Buffer.from(text, 'latin1'));
  });

const connect = (origin: string, overrides: SourceText = {}) =>
  connectSources(describeThree(describeBureau(origin, { ...layout, ...overrides })), { env });

const ask = async (origin: string, overrides?: SourceText, query = person) =>
  (await connect(origin, overrides)).askEvidence(query);

describe('a party that speaks positional strings', () => {
  it('is asked with one, and its answer is read by the same mapping as any other', async () => {
    const party = await say(whole(good));
    expect(await ask(party.origin, {}, { ...person, name: 'JOÃO' })).toMatchObject({
      kind: 'answered',
      record: { name: 'JOANA CONCEIÇÃO DA SILVA', birthDate: '1987-05-21', pendingDebts: true, score: 742 },
    });
    const string = `CSR60%20%20%20s3cret%20%20000${person.cpf}JO%C3O${'%20'.repeat(16)}`;
    expect(party.requests).toMatchObject([{ method: 'GET', url: `/string?consulta=${string}`, body: '' }]);
    expect(party.requests[0]?.headers['accept']).toBe('*/*');
  });

  it('says by its codes that it does not let us in, or does not know the person', async () => {
    const refused = await say(whole(record('999', 'SENHA'.padEnd(10)), '9'));
    expect(await ask(refused.origin)).toEqual(unavailable('authentication_failed'));
    const unknown = await say(whole(about(person.cpf), '4'));
    expect(await ask(unknown.origin)).toEqual({ kind: 'not_found' });
  });

  it('is not asked with a value that does not fit, which nobody cuts and no breaker counts', async () => {
    const party = await say(whole(good));
    const sources = await connect(party.origin);
    for (let call = 0; call < 30; call++) {
      const { evidence, calls } = await sources.ask({ ...person, name: canaryNames[0] });
      expect([evidence, calls]).toEqual([unavailable('request_refused'), 0]);
    }
    expect(party.requests).toHaveLength(0);
    expect(sources.events).toEqual([]);
    expect((await sources.askEvidence()).kind).toBe('answered');
  });
});

describe('a party that answers in several layouts', () => {
  const { fixed } = layout['response'] as { fixed: object };
  const header = [{ width: 4 }, { name: 'code', width: 3 }, { name: 'text', width: 20 }];
  const overrides = {
    response: {
      fixed: {
        ...fixed,
        other_layouts: [
          { name: 'refusal', when: { text: 'ERRO', length: 27 }, header },
          {
            name: 'short',
            when: { length: 12 },
            header: [
              { name: 'known', width: 1 },
              { name: 'cpf', width: 11 },
            ],
          },
        ],
      },
    },
    outcomes: [
      { body: 'refusal.header.code = "101"', means: 'authentication_failed' },
      { body: 'refusal.header.code = "102"', means: 'not_found' },
      { body: '$exists(short)', means: 'answer' },
    ],
    mapping: {
      ...(layout['mapping'] as object),
      cpf: 'person.cpf ? person.cpf : short.header.cpf',
      found: '$exists(person) ? true : $verdict(short.header.known, "S", "N")',
      name: 'person.name',
    },
  };
  const refusal = (code: string) => `<PRE>\nERRO${code}${'SENHA INVÁLIDA'.padEnd(20)}\n</PRE>`;
  const asked = async (text: string, status = 200) => ask((await say(text, status)).origin, overrides);

  it('says in another one what its outcomes know', async () => {
    expect(await asked(refusal('101'))).toEqual(unavailable('authentication_failed'));
    expect(await asked(refusal('102'), 404)).toEqual({ kind: 'not_found' });
  });

  it('gives in another one what the mapping reads, if an outcome calls that an answer', async () => {
    expect(await asked(`<PRE>S${person.cpf}</PRE>`)).toMatchObject({ kind: 'answered' });
    expect(await asked(`<PRE>N${person.cpf}</PRE>`)).toEqual({ kind: 'not_found' });
    expect(await asked('<PRE>S52998224725</PRE>')).toEqual(unavailable('wrong_person'));
  });

  it('has given no answer where no outcome knows it', async () => {
    expect(await asked(refusal('999'))).toEqual(unavailable('upstream_error'));
  });

  it('is read in the usual one as before, and a spoiled string of either is unreadable', async () => {
    expect(await asked(whole(good))).toMatchObject({ kind: 'answered', record: { score: 742 } });
    expect(await asked('<PRE>ERRO101</PRE>')).toEqual(unavailable('invalid_response'));
    expect(await asked(refusal('101').replace(' \n', ' behind\n'))).toEqual(unavailable('invalid_response'));
    expect(await asked(refusal('101').replace('ERRO', 'ERRA'))).toEqual(unavailable('invalid_response'));
  });
});

describe('a hostile party with positional strings is unavailable and harms nobody', () => {
  const deadlines = { deadline_ms: 1000, connect_ms: 1000 };

  it('when it says something of another person', async () => {
    const records = about('52998224725') + record('601', '000742');
    expect(await ask((await say(whole(records))).origin)).toEqual(unavailable('wrong_person'));
    expect(await ask((await say(whole(records, '4'))).origin)).toEqual(unavailable('wrong_person'));
  });

  it.each([
    ['a record whose length lies by one', whole(good.replace('052249', '053249'))],
    ['a record whose length swallows all others', whole(`${String(good.length - 3).padStart(3, '0')}${good.slice(3)}`)],
    ['a record longer than the answer', whole(`999${good.slice(3)}`)],
    ['a count that lies', whole(good).replace(/CSR61 {3}0\d{4}/, 'CSR61   09999')],
    ['a truncated record', whole(good.slice(0, -3))],
    ['half of the string', whole(good).slice(0, 60)],
    ['a record of an unknown type', whole(good + record('777', 'X'))],
    ['the person twice', whole(about(person.cpf) + good)],
    ['letters in a score', whole(about(person.cpf) + record('601', '00074X'))],
    ['a score beyond every scale', whole(about(person.cpf) + record('601', '999999'))],
    ['a day that does not exist', whole(record('249', `${person.cpf}${'JOANA'.padEnd(30)}31061987`))],
    ['no number', whole(record('249', `${' '.repeat(11)}${'JOANA'.padEnd(30)}21051987`))],
    ['UTF-8 where Latin-1 belongs', Buffer.from(whole(good), 'utf8').toString('latin1')],
    ['UTF-16', Buffer.from(whole(good), 'utf16le').toString('latin1')],
    ['control characters', whole(about(person.cpf, 'JOANA\u0000\u001b[2J'))],
    ['JSON', JSON.stringify({ person: { cpf: person.cpf } })],
    ['a page for people', '<html><body>Sistema em manutenção</body></html>'],
    ['nothing', ''],
    ['only line ends', '\n'.repeat(500_000)],
    ['a million line ends in the element', `<PRE>${'\n'.repeat(500_000)}x${'\r\n'.repeat(250_000)}</PRE>`],
    ['a hundred thousand elements', '<PRE>'.repeat(100_000)],
  ])('when it sends %s', async (_what, text) => {
    expect(await ask((await say(text)).origin)).toEqual(unavailable('invalid_response'));
  });

  it('when it sends 50 MB, announced or not, and the memory stays flat', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const flood = (socket: Socket, left: number): void => {
      if (left <= 0 || socket.destroyed) return;
      if (socket.write(chunk)) setImmediate(flood, socket, left - chunk.length);
      else socket.once('drain', () => flood(socket, left - chunk.length));
    };
    const before = process.memoryUsage().arrayBuffers;
    const announced = await startRaw((socket) => void socket.write(head(50_000_000)));
    expect(await ask(announced.origin)).toEqual(unavailable('response_too_large'));
    const endless = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<PRE>');
      flood(socket, 50_000_000);
    });
    expect(await ask(endless.origin)).toEqual(unavailable('response_too_large'));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('when it drips, breaks off, hangs up, redirects, compresses or speaks no HTTP', async () => {
    const raw = async (respond: (socket: Socket) => void) => (await startRaw(respond)).origin;
    const text = whole(good);
    const drip = await raw((socket) => {
      socket.write(head(text.length));
      let at = 0;
      const timer = setInterval(() => socket.write(text[at++] ?? ''), 50);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await ask(drip, deadlines)).toEqual(unavailable('timeout'));
    const brokenOff = await raw((socket) => void socket.end(head(text.length) + text.slice(0, 40), 'latin1'));
    expect(await ask(brokenOff)).toEqual(unavailable('invalid_response'));
    expect(await ask(await raw((socket) => void socket.destroy()))).toEqual(unavailable('connection_failed'));
    expect(await ask(await raw((socket) => void socket.end('CSR61 no HTTP')))).toEqual(unavailable('invalid_response'));
    const redirect = await start((_request, response) => void response.writeHead(302, { location: '/x' }).end());
    expect(await ask(redirect.origin)).toEqual(unavailable('redirect_refused'));
    expect(redirect.requests).toHaveLength(1);
    const bomb = await start((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)));
    });
    expect(await ask(bomb.origin)).toEqual(unavailable('invalid_response'));
  });

  it('while its neighbours answer', async () => {
    const [bad, fine] = [await say('<PRE>CSR61</PRE>'), await say(whole(good))];
    const described = describeThree(describeBureau(fine.origin, layout));
    const sources = await connectSources({ ...described, bureau_b: describeBureau(bad.origin, layout) }, { env });
    const { bureau_a, bureau_b } = sources.people;
    const answers = await Promise.all(
      [bureau_a, bureau_b].map((each) => each.ask(person, AbortSignal.timeout(60_000))),
    );
    expect(answers.map(({ evidence }) => evidence.kind)).toEqual(['answered', 'unavailable']);
  });
});
