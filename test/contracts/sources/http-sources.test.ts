import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { createMemoryAnswers } from '../../../src/stores/answers/answers.memory.ts';
import { findFreePort } from '../../support/free-port.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import {
  describeBureau,
  describeThree,
  goodAnswer,
  person,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json } from '../../support/parties/party-server.ts';
import { connectSources, start, startRaw, unavailable } from './asked-party.ts';

const connect = (origin: string, overrides: SourceText = {}) =>
  connectSources(describeThree(describeBureau(origin, overrides)));

const ask = async (origin: string, overrides?: SourceText, query = person) =>
  (await connect(origin, overrides)).askEvidence(query);

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const whole = (body: string) => `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('a party that answers', () => {
  it('becomes evidence by the mapping of its description', async () => {
    const party = await start(json(200, goodAnswer));
    expect(await ask(party.origin)).toEqual({
      kind: 'answered',
      record: {
        name: 'JOANA EXEMPLO DA SILVA',
        socialName: null,
        birthDate: '1987-05-21',
        registration: 'regular',
        pendingDebts: false,
        score: 742,
        fraudAlert: false,
      },
    });
    expect(party.requests[0]).toMatchObject({ method: 'GET', url: '/person', headers: { 'x-document': person.cpf } });
  });

  it('is sent a name with its accents composed, however it was typed', async () => {
    const party = await start(json(200, goodAnswer));
    const request = { path: '/person', json: { name: '{name}' } };
    await ask(party.origin, { request }, { ...person, name: 'Joa\u0303o Conceic\u0327a\u0303o' });
    expect(JSON.parse(party.requests[0]?.body ?? '')).toEqual({ name: 'Jo\u00e3o Concei\u00e7\u00e3o' });
  });

  it('asks for an answer without compression', async () => {
    const party = await start(json(200, goodAnswer));
    await ask(party.origin);
    expect(party.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('keeps its connections for the next calls', async () => {
    const party = await start(json(200, goodAnswer));
    const bureau = await connect(party.origin);
    for (let call = 0; call < 20; call++) await bureau.ask();
    expect(party.connections()).toBeLessThan(3);
  });

  it('costs what its list of the day says for what came of the call, and nothing where nobody is called', async () => {
    const replies = [json(200, goodAnswer), json(404, {}), json(200, { cpf: 'of somebody else' }), json(500, {})];
    const party = await start((request, response) => (replies.shift() ?? json(500, {}))(request, response));
    const of = { not_found: 0.5, minor: 0, timeout: 0, error: 0.017 };
    const price = [
      { from: '2026-11-01', answered: 9, ...of },
      { from: '2026-11-15', answered: 'band', ...of, bands: [{ from_call: 1, each: 0.659 }] },
      { from: '2026-11-16', answered: 9, ...of },
    ];
    const cache = { secret: () => new Uint8Array(32), near: createMemoryAnswers(createManualClock()) };
    const described = describeThree(describeBureau(party.origin, { price, cache_seconds: 60 }));
    const { people } = await connectSources(described, { clock: createManualClock(), cache });
    const { ask: askParty, findKnown } = people.bureau_a;
    const pay = async (name: string) => (await askParty({ ...person, name }, AbortSignal.timeout(60_000))).cost;
    expect([await pay('A'), await pay('B'), await pay('C'), await pay('D')]).toEqual([6_590n, 5_000n, 6_590n, 170n]);
    const kept = await findKnown?.({ ...person, name: 'A' });
    expect([kept?.calls, kept?.cost]).toEqual([0, undefined]);
  });

  it('is read in Latin-1 where it says so, as older Brazilian systems answer', async () => {
    const party = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=ISO-8859-1' });
      response.end(Buffer.from(JSON.stringify({ ...goodAnswer, name: 'JOÃO CONCEIÇÃO' }), 'latin1'));
    });
    expect(await ask(party.origin)).toMatchObject({ record: { name: 'JOÃO CONCEIÇÃO' } });
  });
});

describe('what an HTTP status means', () => {
  it.each([
    [400, 'request_refused'],
    [401, 'authentication_failed'],
    [402, 'credit_exhausted'],
    [403, 'authentication_failed'],
    [408, 'upstream_error'],
    [429, 'rate_limited'],
    [500, 'upstream_error'],
    [502, 'upstream_error'],
    [503, 'upstream_error'],
    [504, 'upstream_error'],
    [204, 'upstream_error'],
    [206, 'upstream_error'],
  ])('%i is %s unless the description says otherwise', async (status, reason) => {
    const party = await start(json(status, status === 204 ? undefined : goodAnswer));
    expect(await ask(party.origin)).toEqual(unavailable(reason));
  });

  it('404 is believed only where the description says that it means not found', async () => {
    const party = await start(json(404, { message: 'nothing here' }));
    expect(await ask(party.origin)).toEqual({ kind: 'not_found' });
    expect(await ask(party.origin, { outcomes: [] })).toEqual(unavailable('request_refused'));
  });

  it.each([
    ['needs_birth_date', 'birth_date_required'],
    ['minor', 'minor'],
    ['our_fault', 'request_refused'],
    ['credit_exhausted', 'credit_exhausted'],
    ['temporarily_unavailable', 'upstream_error'],
    ['rate_limited', 'rate_limited'],
    ['authentication_failed', 'authentication_failed'],
  ])('a body that means %s makes the source unavailable with the reason %s', async (means, reason) => {
    const party = await start(json(200, { code: 900 }));
    const outcomes = [{ status: 200, body: 'code = 900', means }];
    expect(await ask(party.origin, { outcomes })).toEqual(unavailable(reason));
  });

  it('the first outcome that matches wins, and a condition that cannot be evaluated does not match', async () => {
    const party = await start(json(200, { code: 'x', ...goodAnswer }));
    const outcomes = [
      { status: '2xx', body: '$number(code) > 1', means: 'our_fault' },
      { status: [200, 201], body: 'code = "x"', means: 'not_found' },
      { status: 200, means: 'minor' },
    ];
    expect(await ask(party.origin, { outcomes })).toEqual({ kind: 'not_found' });
  });
});

describe('a party that is down', () => {
  it('is unavailable when it refuses connections', async () => {
    const port = await findFreePort();
    expect(await ask(`http://127.0.0.1:${port}`)).toEqual(unavailable('connection_failed'));
  });

  it('is unavailable after the connect timeout when it is black-holed', async () => {
    // TEST-NET-1 is routed nowhere: depending on the network it is silent, or refused by a router.
    const evidence = await ask('http://192.0.2.1:9', { allow_http: true, connect_ms: 100, deadline_ms: 1000 });
    expect(evidence).toEqual(unavailable('connection_failed'));
  });

  it('is unavailable at its deadline when it accepts and never answers', async () => {
    const party = await startRaw(() => {});
    expect(await ask(party.origin, { deadline_ms: 500, connect_ms: 500 })).toEqual(unavailable('timeout'));
  });

  it('ends when the caller gives up, before its own deadline', async () => {
    const party = await startRaw(() => {});
    const bureau = await connect(party.origin, { deadline_ms: 30_000 });
    const answer = await bureau.ask(person, AbortSignal.timeout(50));
    expect(answer.evidence).toEqual(unavailable('timeout'));
    expect(answer.latencyMs).toBeLessThan(30_000);
  });
});

describe('a hostile party is unavailable and harms nobody', () => {
  const deadlines = { deadline_ms: 1000, connect_ms: 1000 };

  it('when it drips its headers byte by byte', async () => {
    const party = await startRaw((socket) => drip(socket, `${head}x-long: ${'a'.repeat(5000)}`));
    expect(await ask(party.origin, deadlines)).toEqual(unavailable('timeout'));
  });

  it('when it drips its body byte by byte', async () => {
    const party = await startRaw((socket) => {
      socket.write(`${head}content-length: 5000\r\n\r\n`);
      drip(socket, `{"name": "${'a'.repeat(4900)}`);
    });
    expect(await ask(party.origin, deadlines)).toEqual(unavailable('timeout'));
  });

  it('when its headers never end', async () => {
    const party = await startRaw((socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write(`x-more: ${'a'.repeat(1000)}\r\n`), 1);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await ask(party.origin)).toEqual(unavailable('response_too_large'));
  });

  it('when it sends interim answers without end', async () => {
    const party = await startRaw((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 1);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await ask(party.origin, deadlines)).toEqual(unavailable('timeout'));
  });

  it('when its answer breaks off', async () => {
    const party = await startRaw((socket) => {
      socket.end(`${head}content-length: 5000\r\n\r\n{"name": "JOA`);
    });
    expect(await ask(party.origin)).toEqual(unavailable('invalid_response'));
  });

  it('when a chunked answer breaks off where it would be valid JSON', async () => {
    const body = JSON.stringify(goodAnswer);
    const party = await startRaw((socket) => {
      socket.end(`${head}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`);
    });
    expect(await ask(party.origin)).toEqual(unavailable('invalid_response'));
  });

  it('when it speaks something else than HTTP', async () => {
    const party = await startRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    expect(await ask(party.origin)).toEqual(unavailable('invalid_response'));
  });

  it('when it closes the connection without an answer', async () => {
    const party = await startRaw((socket) => socket.destroy());
    expect(await ask(party.origin)).toEqual(unavailable('connection_failed'));
  });

  it.each([
    ['a text where a boolean belongs', { pending_debts: 'false' }],
    ['a number where a boolean belongs', { fraud_alert: 0 }],
    ['a score as text', { score: '742' }],
    ['a score with a fraction', { score: 742.5 }],
    ['a score of 1e308', { score: 1e308 }],
    ['a negative score', { score: -1 }],
    ['a score above 1000', { score: 1001 }],
    ['a list where a name belongs', { name: ['JOANA', 'MARIA'] }],
    ['an object where a name belongs', { name: { first: 'JOANA' } }],
    ['an endless name', { name: 'A'.repeat(100_000) }],
    ['half a surrogate pair in a name', { name: 'JOANA \ud800' }],
    ['a day that does not exist', { birth_date: '2001-02-29' }],
    ['a date in another form', { birth_date: '21/05/1987' }],
    ['no CPF where the party repeats it', { cpf: undefined }],
    ['a birth date that has not come', { birth_date: '9999-05-21' }],
    ['a birth date before 1900', { birth_date: '1899-12-31' }],
    ['a registration that is true', { registration: true }],
    ['a registration that is an object', { registration: {} }],
    ['a registration that is a list', { registration: ['regular'] }],
  ])('when it sends %s', async (_what, wrong) => {
    const party = await start(json(200, { ...goodAnswer, ...wrong }));
    expect(await ask(party.origin)).toEqual(unavailable('invalid_response'));
  });

  it.each([
    ['an own __proto__', `{"__proto__": {"fraud_alert": false}, "cpf": "${person.cpf}"}`],
    ['an escaped __proto__', `{"\\u005f_proto__": {"fraud_alert": false}, "cpf": "${person.cpf}"}`],
    ['a __proto__ deep inside', `{"cpf": "${person.cpf}", "a": [{"__proto__": 1}]}`],
    ['HTML', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['a bare number', '42'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a key twice', `{"cpf": "${person.cpf}", "fraud_alert": true, "fraud_alert": false}`],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['a hundred thousand brackets that close', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['bytes that are not UTF-8', '{"name": "\xff\xfe"}'],
  ])('when it sends %s', async (_what, body) => {
    const party = await startRaw((socket) => socket.end(Buffer.from(whole(body), 'latin1')));
    expect(await ask(party.origin)).toEqual(unavailable('invalid_response'));
    expect(({} as Record<string, unknown>)['fraud_alert']).toBeUndefined();
  });

  it.each(['null', '5', '"x"', '[]', '{}'])(
    'when its whole answer is %s, also where it need not name a number',
    async (body) => {
      const party = await startRaw((socket) => socket.end(whole(body)));
      const mapping = { name: 'name', fraud_alert: 'fraud_alert' };
      expect(await ask(party.origin, { mapping })).toEqual(unavailable('invalid_response'));
    },
  );

  it('when it does not know the person and accuses them in one breath', async () => {
    const mapping = { found: 'found', name: 'name', fraud_alert: 'alert', score: 'score', registration: 'status' };
    const answered = async (body: object) => ask((await start(json(200, body))).origin, { mapping });
    for (const claim of [{ alert: true }, { name: 'JOANA' }, { score: 700 }, { status: 'regular' }]) {
      expect(await answered({ found: false, ...claim })).toEqual(unavailable('invalid_response'));
    }
    const silence = { alert: false, name: '', score: 0, status: 'NAO CONSTA' };
    expect(await answered({ found: false, ...silence })).toEqual({ kind: 'not_found' });
  });

  it.each(['not_found', 'minor', 'needs_birth_date'])(
    'when it says %s of another person, by any status',
    async (means) => {
      const outcomes = [{ status: [200, 404], body: 'code = 9', means }];
      for (const status of [200, 404]) {
        const about = (cpf: string) => start(json(status, { code: 9, cpf }));
        expect(await ask((await about('529.982.247-25')).origin, { outcomes })).toEqual(unavailable('wrong_person'));
        expect(await ask((await about(person.cpf)).origin, { outcomes })).not.toEqual(unavailable('wrong_person'));
      }
    },
  );

  it('when a gateway on the way answers 404 with a page of its own', async () => {
    const party = await start((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html><center>nginx</center></html>');
    });
    expect(await ask(party.origin)).toEqual(unavailable('request_refused'));
  });

  it('when it answers about another person', async () => {
    const party = await start(json(200, { ...goodAnswer, cpf: '529.982.247-25' }));
    expect(await ask(party.origin)).toEqual(unavailable('wrong_person'));
  });

  it('when it announces 50 MB', async () => {
    const party = await startRaw((socket) => socket.write(`${head}content-length: 50000000\r\n\r\n`));
    expect(await ask(party.origin)).toEqual(unavailable('response_too_large'));
  });

  it('when it sends 50 MB without announcing them, of which it gets rid of little', async () => {
    let written = 0;
    const party = await startRaw((socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      const more = (): void => {
        while (written < 50_000_000 && !socket.destroyed) {
          written += 65_536;
          if (!socket.write(chunk)) return void socket.once('drain', more);
        }
      };
      more();
    });
    expect(await ask(party.origin)).toEqual(unavailable('response_too_large'));
    expect(written).toBeLessThan(20_000_000);
  });

  it('when it sends a gzip bomb although it was asked for plain bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    const party = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(await ask(party.origin)).toEqual(unavailable('invalid_response'));
  });

  it.each([301, 302, 303, 307, 308])('when it redirects with %i, and nothing is sent to the target', async (status) => {
    const target = await start(json(200, goodAnswer));
    const party = await start((_request, response) => {
      response.writeHead(status, { location: `${target.origin}/person` }).end();
    });
    expect(await ask(party.origin)).toEqual(unavailable('redirect_refused'));
    expect(target.connections()).toBe(0);
  });

  it('when it switches protocols', async () => {
    const party = await startRaw((socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'));
    expect((await ask(party.origin, deadlines)).kind).toBe('unavailable');
  });

  it('when it sends a second answer that nobody asked for, which is not taken for the next', async () => {
    const forged = whole(JSON.stringify({ ...goodAnswer, name: 'FORGED' }));
    const party = await startRaw((socket, received) => {
      if (received.split('\r\n\r\n').length === 2) socket.write(whole(JSON.stringify(goodAnswer)) + forged);
    });
    const bureau = await connect(party.origin, deadlines);
    const first = await bureau.ask();
    const second = await bureau.ask();
    for (const { evidence } of [first, second]) {
      if (evidence.kind === 'answered') expect(evidence.record.name).toBe('JOANA EXEMPLO DA SILVA');
    }
  });
});

describe('text that a party sends', () => {
  it('loses control and invisible characters before it can forge a line or turn text around', async () => {
    const name = 'JOANA\r\nX-Fake: 1 \u001b[31mEXEMPLO\u202e\u200b DA  SILVA\u0000';
    const party = await start(json(200, { ...goodAnswer, name }));
    expect(await ask(party.origin)).toMatchObject({ record: { name: 'JOANA X-Fake: 1 [31mEXEMPLO DA SILVA' } });
  });

  it('with a registration that nobody mapped is unknown, never regular', async () => {
    for (const registration of ['PENDENTE DE REGULARIZACAO', 7, '', null, undefined]) {
      const party = await start(json(200, { ...goodAnswer, registration }));
      const codes = { registration: { REGULAR: 'regular', '0': 'regular' } };
      expect(await ask(party.origin, { codes })).toMatchObject({ record: { registration: 'unknown' } });
    }
  });

  it('leaves what it did not compute null, never false or zero', async () => {
    const party = await start(
      json(200, { cpf: person.cpf, registration: 'regular', score: null, pending_debts: null }),
    );
    expect(await ask(party.origin)).toMatchObject({
      record: { name: null, birthDate: null, score: null, pendingDebts: null, fraudAlert: null },
    });
  });
});

describe('a party whose connections got out of step', () => {
  /** Answers every request with the answer to the one before, as a proxy does that lost count. */
  async function startLagging() {
    return await startRaw((socket, received) => {
      const asked = [...received.matchAll(/x-document: (\d{11})/gi)].map(([, cpf]) => String(cpf));
      const about = asked.at(-2) ?? asked.at(-1) ?? '';
      socket.write(whole(JSON.stringify({ score: Number(about.slice(0, 3)), cpf: about })));
    });
  }
  const people = Array.from({ length: 20 }, (_, index) => ({
    ...person,
    cpf: completeCpf(String(101_000_001 + index * 1_000_000)),
  }));

  it('gives nobody the score of another where no number is mapped, for each connection serves one call', async () => {
    const party = await startLagging();
    const bureau = await connect(party.origin, { mapping: { score: 'score', fraud_alert: 'f' } });
    for (const query of people) {
      const { evidence } = await bureau.ask(query, AbortSignal.timeout(5000));
      expect(evidence).toMatchObject({ record: { score: Number(query.cpf.slice(0, 3)) } });
    }
    expect(party.connections()).toBe(people.length);
  });

  it('is found out where the number is mapped, and can be told not to reuse connections', async () => {
    const party = await startLagging();
    const mapping = { score: 'score', cpf: 'cpf', fraud_alert: 'f' };
    const reusing = await connect(party.origin, { mapping });
    const outcomes = new Set<string>();
    for (const query of people) {
      const { evidence } = await reusing.ask(query, AbortSignal.timeout(5000));
      if (evidence.kind === 'answered') expect(evidence.record.score).toBe(Number(query.cpf.slice(0, 3)));
      outcomes.add(evidence.kind === 'unavailable' ? evidence.reason : evidence.kind);
    }
    expect(outcomes).toContain('wrong_person');
    const fresh = await connect(party.origin, { mapping, keep_alive: false });
    for (const query of people) {
      const { evidence } = await fresh.ask(query, AbortSignal.timeout(5000));
      expect(evidence.kind).toBe('answered');
    }
  });
});

describe('a reused connection', () => {
  it('that is reset is unavailable and the request is not sent again', async () => {
    let received = 0;
    const party = await startRaw((socket) => {
      received++;
      if (received <= 20) socket.write(whole(JSON.stringify(goodAnswer)));
      else socket.resetAndDestroy();
    });
    const bureau = await connect(party.origin);
    // Twenty good calls earn a budget for second tries: it must not be spent on this.
    for (let call = 0; call < 20; call++) {
      expect((await bureau.askEvidence()).kind).toBe('answered');
    }
    const last = await bureau.ask();
    expect(last.evidence).toEqual(unavailable('connection_failed'));
    expect(received).toBe(21);
  });

  it('whose other end is gone without a word is given up at the deadline, and the next call uses a new one', async () => {
    let silent = false;
    const party = await startRaw((socket) => {
      if (!silent) socket.write(whole(JSON.stringify(goodAnswer)));
    });
    const bureau = await connect(party.origin, { deadline_ms: 2000, connect_ms: 2000 });
    await bureau.ask();
    silent = true;
    expect(await bureau.askEvidence()).toEqual(unavailable('timeout'));
    silent = false;
    expect((await bureau.askEvidence()).kind).toBe('answered');
    expect(party.connections()).toBe(2);
  });

  it('that the party closed while idle is replaced without a failed call', async () => {
    let closed = Promise.resolve();
    const party = await start((_request, response) => {
      closed = new Promise((resolve) => response.socket?.once('close', () => resolve()));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(goodAnswer));
      response.once('finish', () => setTimeout(() => response.socket?.destroy(), 5));
    });
    const bureau = await connect(party.origin);
    for (let call = 0; call < 3; call++) {
      expect((await bureau.askEvidence()).kind).toBe('answered');
      await closed;
      // The end is on its way to us; both sides share one event loop, which looks at its sockets once in each turn.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
  });
});

function drip(socket: Socket, text: string): void {
  let index = 0;
  const timer = setInterval(() => socket.write(text[index++ % text.length] ?? ''), 5);
  socket.on('close', () => clearInterval(timer));
}
