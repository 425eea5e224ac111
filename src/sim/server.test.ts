import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { personas } from '../sandbox/people.ts';
import type { Fault } from './faults.ts';
import { clientId, clientSecret, staticToken } from './party.ts';
import type { SimulatedCall } from './party-server.ts';
import { parties, type Simulator, startSimulator } from './server.ts';

const inOrder = '12345678909';
const fraudster = '90000000841';
const basic = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };

const clock = createManualClock();
const calls: SimulatedCall[] = [];
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ clock, port: 0, onCall: (call) => calls.push(call) });
});
afterEach(() => simulator.reset());
afterAll(() => simulator.close());

describe('parties', () => {
  it('Serpro gives a token for the credentials and takes birth date and number as one key', async () => {
    const headers = { authorization: `Bearer ${await fetchSerproToken()}` };
    const ask = (path: string) => fetch(`${simulator.urlOf('serpro-cpf')}/consulta-cpf-df/v3/cpf/${path}`, { headers });
    const known = await ask(`${inOrder}/14031985`);
    expect(known.status).toBe(200);
    expect(await known.json()).toMatchObject({
      ni: inOrder,
      nome: 'JOAO PEDRO DA SILVA SANTOS',
      situacao: { codigo: '0' },
    });
    expect((await ask(`${inOrder}/15031985`)).status).toBe(404);
    expect((await ask(inOrder)).status).toBe(400);
  });

  it('Serasa writes the life of its token as a string and says in words that a score was not calculated', async () => {
    const login = await fetch(`${simulator.urlOf('serasa')}/security/iam/v1/client-identities/login`, {
      method: 'POST',
      headers: basic,
    });
    const { accessToken, expiresIn } = (await login.json()) as { accessToken: string; expiresIn: unknown };
    expect(expiresIn).toBe('3600');
    const path = '/credit-services/person-information-report/v1/creditreport?reportName=RELATORIO_BASICO_PF_PME';
    const answer = await fetch(simulator.urlOf('serasa') + path, {
      headers: { authorization: `Bearer ${accessToken}`, 'X-Document-Id': inOrder },
    });
    const { reports } = (await answer.json()) as { reports: { registration: object; score: object }[] };
    expect(reports[0]?.registration).toMatchObject({ documentNumber: inOrder, statusRegistration: 'REGULAR' });
    expect(reports[0]?.score).toMatchObject({ score: 0, message: expect.stringMatching(/^SCORE NAO CALCULADO/) });
  });

  it('the fraud registry accuses only by a registered marker', async () => {
    const markersOf = async (cpf: string) =>
      ((await (await askFraudRegistry(cpf)).json()) as { markers: unknown }).markers;
    expect(await markersOf(fraudster)).toContainEqual(expect.objectContaining({ state: 'REGISTERED' }));
    expect(await markersOf(inOrder)).toEqual([expect.objectContaining({ state: 'CANCELLED' })]);
  });

  it('the income source tells a band, nothing of some, and does not know whom the bureau does not know', async () => {
    const ask = (cpf: string) =>
      fetch(`${simulator.urlOf('income')}/v1/income/${cpf}`, { headers: { 'x-api-key': staticToken } });
    const bands = await Promise.all(
      personas.map(async ({ cpf }) => ((await (await ask(cpf)).json()) as { income?: { band: string } }).income?.band),
    );
    expect(new Set(bands)).toEqual(new Set(['none', 'low', 'medium', 'high', null, undefined]));
    expect((await ask('90000001732')).status).toBe(404);
  });

  it('both kinds of company party know the same companies', async () => {
    const open = await fetch(`${simulator.urlOf('brasil-api')}/api/cnpj/v1/12ABC34501DE35`);
    expect(await open.json()).toMatchObject({
      razao_social: 'NOVA ERA INFORMATICA LTDA',
      identificador_matriz_filial: 2,
    });
    expect((await fetch(`${simulator.urlOf('minha-receita')}/90000009000195`)).status).toBe(404);
  });

  it('a simulated person whose source is unavailable gets the fault that means the same', async () => {
    expect((await askQuod('90000001147')).status).toBe(429);
  });
});

describe('a party that answers later', () => {
  it('takes an order, has nothing until its time has come, and bills the order alone', async () => {
    await simulator.set('idwall', { laterMs: 5000 });
    const headers = { authorization: staticToken, 'content-type': 'application/json' };
    const url = `${simulator.urlOf('idwall')}/relatorios`;
    const body = JSON.stringify({ parametros: { cpf_numero: inOrder } });
    const order = await (await fetch(url, { method: 'POST', headers, body })).json();
    const { numero } = (order as { result: { numero: string } }).result;
    const look = async (id = numero) => {
      const answer = await fetch(`${url}/${id}/dados`, { headers });
      return ((await answer.json()) as { result?: { status: string } }).result?.status ?? answer.status;
    };
    expect(numero).not.toContain(inOrder);
    expect([await look(), await look('0123')]).toEqual(['PROCESSANDO', 404]);
    clock.advance(5000);
    expect(await look()).toBe('CONCLUIDO');
    const { calls, polls, billed } = simulator.state().parties['idwall'] ?? {};
    expect([calls, polls, billed?.answered]).toEqual([1, 3, 1]);
  });
});

describe('tokens', () => {
  it('an unknown token is refused, and one that was good is refused once it has expired', async () => {
    await simulator.set('serpro-cpf', { tokenSeconds: 60 });
    const token = await fetchSerproToken();
    const ask = (bearer: string) =>
      fetch(`${simulator.urlOf('serpro-cpf')}/consulta-cpf-df/v3/cpf/${inOrder}/14031985`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
    expect((await ask('nobody')).status).toBe(401);
    clock.advance(59_000);
    expect((await ask(token)).status).toBe(200);
    clock.advance(1000);
    expect((await ask(token)).status).toBe(401);
    expect(simulator.state().parties['serpro-cpf']).toMatchObject({ calls: 1, unauthorized: 2, tokens: 1 });
  });

  it('wrong credentials give no token', async () => {
    const answer = await fetch(`${simulator.urlOf('serpro-cpf')}/token`, { method: 'POST' });
    expect(answer.status).toBe(401);
  });
});

describe('counters', () => {
  it('tell how often each number was asked, without holding or logging the number', async () => {
    await askQuod(inOrder);
    await askQuod(inOrder);
    expect(simulator.callsFor('quod', inOrder)).toBe(2);
    expect(simulator.callsFor('quod', fraudster)).toBe(0);
    expect(JSON.stringify(simulator.state())).not.toContain(inOrder);
    expect(JSON.stringify(calls)).not.toContain(inOrder);
  });

  it('tell what the party bills: by what it answered or how it failed, and nothing to whom it does not let in', async () => {
    const billed = () => simulator.state().parties['quod']?.billed;
    const nothing = { answered: 0, not_found: 0, minor: 0, timeout: 0, error: 0 };
    await fetch(`${simulator.urlOf('quod')}/v1/Score?CPF=${inOrder}`);
    expect(billed()).toEqual(nothing);
    for (const cpf of [inOrder, '90000001732', '90000001570']) await askQuod(cpf);
    expect(billed()).toEqual({ ...nothing, answered: 1, not_found: 1, minor: 1 });
    await simulator.set('quod', { fault: { kind: 'html' } });
    await askQuod(inOrder);
    await simulator.set('quod', { fault: { kind: 'status', status: 503 } });
    await askQuod(inOrder);
    expect(billed()).toEqual({ ...nothing, answered: 2, not_found: 1, minor: 1, error: 1 });
    await simulator.set('quod', { fault: { kind: 'slow', ms: 60_000 } });
    // On a busy machine the time may be over before the question is sent.
    await expect
      .poll(async () => {
        await expect(askQuod(inOrder, 50)).rejects.toMatchObject({ name: 'TimeoutError' });
        return billed()?.timeout;
      })
      .toBeGreaterThan(0);
    // Each call stands there once, also the one whose caller has only just hung up.
    const countBilled = () => Object.values(billed() ?? {}).reduce((a, b) => a + b, 0);
    await expect.poll(countBilled).toBe(simulator.state().parties['quod']?.calls);
  });
});

describe('control port', () => {
  const put = (party: string, body: string) => fetch(`${simulator.controlUrl}/_sim/${party}`, { method: 'PUT', body });

  it('changes what is named and leaves the rest', async () => {
    await put('quod', '{"latency":{"kind":"fixed","ms":1}}');
    const answer = await put('quod', '{"fault":{"kind":"status","status":503}}');
    expect(await answer.json()).toMatchObject({ settings: { latency: { ms: 1 }, fault: { status: 503 } } });
    expect((await askQuod(inOrder)).status).toBe(503);
    await fetch(`${simulator.controlUrl}/_sim`, { method: 'DELETE' });
    expect((await askQuod(inOrder)).status).toBe(200);
  });

  it('refuses a setting that it does not know, and says where', async () => {
    const answer = await put('quod', '{"fault":{"kind":"slo","ms":5}}');
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('/fault');
    expect((await put('quod', '{"speed":1}')).status).toBe(400);
    expect((await put('nobody', '{}')).status).toBe(404);
  });
});

describe('faults', () => {
  it('refused closes the port, and the same port opens again', async () => {
    const url = simulator.urlOf('quod');
    await simulator.set('quod', { fault: { kind: 'refused' } });
    await expect(askRaw(inOrder)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await simulator.set('quod', { fault: { kind: 'none' } });
    expect((await askQuod(inOrder)).status).toBe(200);
    expect(simulator.urlOf('quod')).toBe(url);
  });

  it('reset kills the connection', async () => {
    await simulator.set('quod', { fault: { kind: 'reset' } });
    await expect(askRaw(inOrder)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('black hole never answers', async () => {
    await simulator.set('quod', { fault: { kind: 'black_hole' } });
    // On a busy machine the time may be over before the question is sent.
    await expect
      .poll(async () => {
        await expect(askQuod(inOrder, 50)).rejects.toMatchObject({ name: 'TimeoutError' });
        return simulator.callsFor('quod', inOrder);
      })
      .toBeGreaterThan(0);
  });

  it('flapping follows the clock', async () => {
    await simulator.set('quod', { fault: { kind: 'flapping', upMs: 2000, downMs: 2000 } });
    clock.advance(1999);
    expect((await askQuod(inOrder)).status).toBe(200);
    clock.advance(1);
    await expect(askRaw(inOrder)).rejects.toMatchObject({ code: 'ECONNRESET' });
    clock.advance(2000);
    expect((await askQuod(inOrder)).status).toBe(200);
  });

  it('truncation announces more than it sends', async () => {
    await simulator.set('quod', { fault: { kind: 'truncated' } });
    await expect(askRaw(inOrder)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('what is not HTTP is not HTTP', async () => {
    await simulator.set('quod', { fault: { kind: 'not_http' } });
    await expect(askRaw(inOrder)).rejects.toMatchObject({ code: expect.stringMatching(/^HPE_/) });
  });

  it('endless headers overflow the reader', async () => {
    await simulator.set('quod', { fault: { kind: 'endless_headers' } });
    await expect(askRaw(inOrder)).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' });
  });

  it.each<Fault>([
    { kind: 'drip_headers', everyMs: 5 },
    { kind: 'drip_body', everyMs: 20 },
  ])('$kind keeps the reader waiting', async (fault) => {
    await simulator.set('quod', { fault });
    await expect(askText(inOrder, 100)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each<[Fault, RegExp]>([
    [{ kind: 'html' }, /^<html>/],
    [{ kind: 'half_json' }, /^\{[^}]*$/],
    [{ kind: 'wrong_types' }, /"score":"850"/],
    [{ kind: 'huge_score' }, /"score":1e308/],
    [{ kind: 'proto' }, /^\{"__proto__":/],
  ])('%o spoils the body', async (fault, shape) => {
    await simulator.set('quod', { fault });
    expect(await askText(inOrder)).toMatch(shape);
  });

  it('wrong person answers about someone else, whose number is valid', async () => {
    await simulator.set('quod', { fault: { kind: 'wrong_person' } });
    const text = await askText(inOrder);
    expect(text).not.toContain(inOrder);
    expect(text).toMatch(/"documento":"123456780\d{2}"/);
  });

  it('a redirect leads into a trap that counts', async () => {
    await simulator.set('quod', { fault: { kind: 'redirect' } });
    await askQuod(inOrder);
    expect(simulator.state().trapped).toBe(1);
  });

  it('huge is as long as it says', async () => {
    await simulator.set('quod', { fault: { kind: 'huge', bytes: 1_000_000 } });
    expect((await askText(inOrder)).length).toBeGreaterThan(1_000_000);
  });

  it('the gzip bomb is small on the wire and inflates to a gigabyte', async () => {
    await simulator.set('quod', { fault: { kind: 'gzip_bomb' } });
    const body = await askRaw(inOrder);
    expect(body.length).toBeLessThan(2_000_000);
    const memberLength = body.length / 1024;
    expect(gunzipSync(body.subarray(0, memberLength)).length).toBe(1_048_576);
  });

  it('a share of calls is hit by a fault that has one', async () => {
    await simulator.set('quod', { fault: { kind: 'status', status: 500 }, share: 0.3 });
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await askQuod(inOrder)).status));
    const hit = statuses.filter((status) => status === 500).length;
    expect(hit).toBeGreaterThan(10);
    expect(hit).toBeLessThan(60);
  });
});

describe('choice of parties', () => {
  it('takes names and beginnings of names, and refuses what it does not know', async () => {
    const some = await startSimulator({ clock, port: 0, profiles: ['serpro', 'quod'] });
    expect(Object.keys(some.state().parties)).toEqual(['serpro-cpf', 'serpro-cnpj', 'quod']);
    await some.close();
    const two = await startSimulator({ clock, port: 0, profiles: ['quod', 'serasa', 'pix-dict'] });
    const plays = Object.entries(two.state().parties).map(([name, { settings }]) => [name, settings.plays]);
    expect(plays).toEqual([
      ['quod', 'bureau_a'],
      ['serasa', 'bureau_b'],
      ['pix-dict', 'fraud_registry'],
    ]);
    await two.close();
    await expect(startSimulator({ clock, port: 0, profiles: ['nobody'] })).rejects.toThrow(
      /no simulated party "nobody"/,
    );
  });

  it('leaves no port open when one of them is taken', async () => {
    const first = await startSimulator({ clock, port: 0, profiles: ['quod'] });
    const taken = Number(new URL(first.urlOf('quod')).port);
    const controlPort = taken - 1 - parties.findIndex(({ name }) => name === 'quod');
    await expect(startSimulator({ clock, port: controlPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(fetch(`http://127.0.0.1:${controlPort}/_sim`)).rejects.toThrow();
    await first.close();
  });
});

async function fetchSerproToken(): Promise<string> {
  const answer = await fetch(`${simulator.urlOf('serpro-cpf')}/token`, {
    method: 'POST',
    headers: basic,
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

function askQuod(cpf: string, deadlineMs = 5000): Promise<Response> {
  return fetch(`${simulator.urlOf('quod')}/v1/Score?CPF=${cpf}`, {
    headers: { 'x-api-key': staticToken },
    signal: AbortSignal.timeout(deadlineMs),
  });
}

async function askText(cpf: string, deadlineMs?: number): Promise<string> {
  return (await askQuod(cpf, deadlineMs)).text();
}

/** Asks through node:http, because its errors carry the code of the event on the wire. */
function askRaw(cpf: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { headers: { 'x-api-key': staticToken }, agent: false as const };
    const request = httpRequest(`${simulator.urlOf('quod')}/v1/Score?CPF=${cpf}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    });
    request.on('error', reject).end();
  });
}

function askFraudRegistry(cpf: string): Promise<Response> {
  return fetch(`${simulator.urlOf('pix-dict')}/api/v1/fraud-markers/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staticToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ taxIdNumber: cpf }),
  });
}
