// Parties that speak XML and SOAP, over real HTTP: the simulated ones with their faults, and servers that are hostile by XML.

import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/domain/person/evidence.ts';
import { personFor } from '../../../src/sandbox/people.ts';
import { createXmlSigner, createXmlVerifier } from '../../../src/sources/answer/xml/xml-signature.ts';
import { describeBureau, person, type SourceText } from '../../support/parties/described-sources.ts';
import { endlessFaults, hostileFaults, hugeScore } from '../../support/parties/hostile-faults.ts';
import type { PartyHandler } from '../../support/parties/party-server.ts';
import { inOrder, useSimulatedBureaus } from '../../support/parties/simulated-bureaus.ts';
import { connectSources, start } from './asked-party.ts';

const reasonOf = (evidence: Evidence | undefined) =>
  evidence?.kind === 'unavailable' ? evidence.reason : evidence?.kind;

describe('the simulated parties', () => {
  const bureaus = ['spc-brasil-soap', 'spc-brasil-rest', 'boa-vista-acerta'];
  const { simulator, open } = useSimulatedBureaus(bureaus);

  it.each(bureaus)('%s tells all that there is to tell of a person', async (bureau) => {
    const ask = await open(bureau);
    const { evidence } = personFor(inOrder.cpf).answers.bureau_a;
    if (evidence.kind !== 'answered') throw new Error('no such person');
    const { name, birthDate, registration, pendingDebts, score } = evidence.record;
    expect(await ask()).toMatchObject({
      kind: 'answered',
      record: { name, birthDate, registration, pendingDebts, score },
    });
  });

  const inXml = ['spc-brasil-soap', 'boa-vista-acerta'];

  it.each([...hostileFaults, hugeScore])('with %o are unavailable, and asked once', async (fault, reason) => {
    for (const bureau of inXml) {
      const ask = await open(bureau);
      // The one that has a score to spoil.
      await simulator().set(bureau, { fault, plays: fault.kind === 'huge_score' ? 'bureau_b' : 'bureau_a' });
      const before = simulator().callsFor(bureau, inOrder.cpf);
      expect(reasonOf(await ask()), bureau).toBe(reason);
      expect(simulator().callsFor(bureau, inOrder.cpf) - before).toBeLessThanOrEqual(1);
      expect(simulator().state().trapped).toBe(0);
    }
  });

  it.each(endlessFaults)('with %o are given up at the deadline', async (fault) => {
    for (const bureau of inXml) {
      const ask = await open(bureau, 1000);
      await simulator().set(bureau, { fault });
      expect(reasonOf(await ask()), bureau).toBe('timeout');
    }
  });
});

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (content: string) => `<s:Envelope xmlns:s="${soap}"><s:Body>${content}</s:Body></s:Envelope>`;
const good =
  `<answer><cpf>${person.cpf}</cpf><name>JOÃO &amp; JOSÉ</name><registration>regular</registration>` +
  '<score>742</score><alert>NO</alert></answer>';

function describeXml(origin: string, overrides: SourceText = {}): SourceText {
  return describeBureau(origin, {
    request: { path: '/soap', headers: { SOAPAction: '"ask"' }, xml: '<q n="{name}"><cpf>{cpf}</cpf></q>' },
    response: 'xml',
    outcomes: [{ body: 'fault.code = "Client.Unknown"', means: 'not_found' }],
    mapping: {
      cpf: 'answer.cpf',
      name: 'answer.name',
      registration: 'answer.registration',
      score: '$number(answer.score)',
      fraud_alert: '$verdict(answer.alert, "YES", "NO")',
    },
    ...overrides,
  });
}

async function connect(handler: PartyHandler, overrides?: SourceText) {
  const party = await start(handler);
  const { askEvidence: ask } = await connectSources({ bureau_a: describeXml(party.origin, overrides) });
  return { party, ask };
}

const say =
  (body: string | Buffer, status = 200, type = 'text/xml'): PartyHandler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

describe('a party that speaks XML', () => {
  it('is sent the template and the headers of its description, and its answer becomes evidence', async () => {
    const { party, ask } = await connect(say(envelope(good)));
    expect(await ask()).toMatchObject({
      kind: 'answered',
      record: { name: 'JOÃO & JOSÉ', registration: 'regular', score: 742, fraudAlert: false, pendingDebts: null },
    });
    expect(party.requests[0]).toMatchObject({
      method: 'POST',
      body: `<?xml version="1.0" encoding="UTF-8"?><q><cpf>${person.cpf}</cpf></q>`,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: '"ask"',
        accept: 'text/xml, application/soap+xml, application/xml',
      },
    });
  });

  it.each([
    ['header', good, 'text/xml; charset=ISO-8859-1'],
    ['declaration', `<?xml version="1.0" encoding="windows-1252"?>${good}`, 'application/xml'],
  ])('is read in Latin-1 where its %s says so', async (_where, text, type) => {
    const { ask } = await connect(say(Buffer.from(text, 'latin1'), 200, type));
    expect(await ask()).toMatchObject({ record: { name: 'JOÃO & JOSÉ' } });
  });

  const fault = (code: string) =>
    envelope(`<s:Fault><faultcode>s:${code}</faultcode><faultstring>x</faultstring></s:Fault>`);
  it.each([
    [200, 'Client.Unknown', 'not_found'],
    [400, 'Client.Unknown', 'not_found'],
    [404, 'Client.Unknown', 'not_found'],
    [500, 'Client.Unknown', 'not_found'],
    [200, 'Client.Other', 'request_refused'],
    [500, 'Client', 'request_refused'],
    [200, 'Server', 'upstream_error'],
    [500, 'Server', 'upstream_error'],
    [401, 'Client', 'authentication_failed'],
    [429, 'Server', 'rate_limited'],
  ])('with %i and the fault %s is %s', async (status, code, expected) => {
    const { ask } = await connect(say(fault(code), status));
    expect(reasonOf(await ask())).toBe(expected);
  });

  it('never answers by a fault, even where the mapping needs nothing', async () => {
    const { ask } = await connect(say(fault('Server')), {
      mapping: { fraud_alert: '$verdict(answer.alert, "YES", "NO")' },
    });
    expect(reasonOf(await ask())).toBe('upstream_error');
  });
});

describe('a party that signs', () => {
  const at = (file: string) => join(import.meta.dirname, '../../support/certificates', file);
  const toSigner = (name: string) =>
    createXmlSigner({
      key: createPrivateKey(readFileSync(at(`signers/${name}.key`))),
      certificate: readFileSync(at(`signers/${name}.pem`), 'utf8'),
    });
  const verify = { cert_file: at('signers/signer.pem') };
  const plain = good.replace('JOÃO &amp; JOSÉ', 'JOSE');
  const signed = toSigner('signer')(plain);

  it('is read where the signature is that of its certificate, and sees our signature', async () => {
    const sign = { cert_file: at('signers/other-signer.pem'), key_file: at('signers/other-signer.key') };
    const { ask, party } = await connect(say(signed), { xml_signature: { verify, sign } });
    expect(await ask()).toMatchObject({ kind: 'answered', record: { score: 742 } });
    const seen = createXmlVerifier([readFileSync(at('signers/other-signer.pem'), 'utf8')])(
      party.requests[0]?.body ?? '',
    );
    expect(seen).toBe(`<q><cpf>${person.cpf}</cpf></q>`);
  });

  it('that answers later sees our signature on every look too', async () => {
    const sign = { cert_file: at('signers/other-signer.pem'), key_file: at('signers/other-signer.key') };
    const poll = {
      request: { path: '/look', xml: '<look><id>{async.id}</id></look>' },
      outcomes: [{ status: 202, means: 'pending' }],
      pause_ms: 20,
    };
    const serve: PartyHandler = (received, response) =>
      say(received.url === '/look' ? plain : '<order><id>o-1</id></order>')(received, response);
    const { ask, party } = await connect(serve, { async: { id: 'order.id', poll }, xml_signature: { sign } });
    expect(reasonOf(await ask())).toBe('answered');
    const seen = createXmlVerifier([readFileSync(at('signers/other-signer.pem'), 'utf8')])(
      party.requests[1]?.body ?? '',
    );
    expect(seen).toBe('<look><id>o-1</id></look>');
  });

  it('is unavailable where an earlier call of the same question has no signature', async () => {
    const first = '<session><id>1</id></session>';
    const ofFirst = { name: 'first', request: { path: '/first' }, response: 'xml', values: { id: 'session.id' } };
    const request = { path: '/soap', xml: '<q><id>{call.first.id}</id><cpf>{cpf}</cpf></q>' };
    const serve =
      (session: string): PartyHandler =>
      (received, response) =>
        say(received.url === '/first' ? session : signed)(received, response);
    const description = { calls: [ofFirst], request, xml_signature: { verify } };
    expect(reasonOf(await (await connect(serve(first), description)).ask())).toBe('invalid_response');
    const whole = await connect(serve(toSigner('signer')(first)), description);
    expect(reasonOf(await whole.ask())).toBe('answered');
    expect(whole.party.requests[1]?.body).toContain('<id>1</id>');
  });

  it.each([
    ['no signature', plain],
    ['the signature of somebody else', toSigner('other-signer')(plain)],
    ['another score', signed.replace('742', '999')],
    ['a document around the signed one', `<answer><cpf>${person.cpf}</cpf><score>999</score>${signed}</answer>`],
  ])('is unavailable with %s', async (_, body) => {
    const { ask } = await connect(say(body), { xml_signature: { verify } });
    expect(reasonOf(await ask())).toBe('invalid_response');
  });
});

describe('a party that is hostile by XML is unavailable and harms nobody', () => {
  const entity = (definition: string) =>
    good.replace('JOÃO', '&e;').replace('<answer>', `<!DOCTYPE answer [${definition}]><answer>`);
  const laughs = Array.from(
    { length: 9 },
    (_, n) => `<!ENTITY l${n} "${(n === 0 ? 'lol' : `&l${n - 1};`).repeat(10)}">`,
  );

  it.each<[string, string | Buffer]>([
    ['a billion laughs', entity(`${laughs.join('')}<!ENTITY e "&l8;">`)],
    ['a file of ours', entity('<!ENTITY e SYSTEM "file:///etc/hostname">')],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le')],
    ['UTF-7', Buffer.from(good.replace('<answer>', '<?xml version="1.0" encoding="UTF-7"?><answer>'))],
    ['a second number in another namespace', good.replace('</cpf>', '</cpf><cpf xmlns="urn:x">1</cpf>')],
    ['a second score', good.replace('</score>', '</score><score>900</score>')],
    ['a score in pieces', good.replace('742', '7<![CDATA[42]]>')],
    ['a score that is markup', good.replace('742', '<![CDATA[<b>742</b>]]>')],
    ['a score beyond all scales', good.replace('742', '1e308')],
    ['nesting', `${'<a>'.repeat(300_000)}`],
    ['half of it', good.slice(0, 60)],
    [
      'another person inside a comment',
      good.replace(`<cpf>${person.cpf}`, `<cpf>${person.cpf.slice(0, 5)}<!-- -->${person.cpf.slice(5)}`),
    ],
  ])('with %s', async (_, body) => {
    const { ask, party } = await connect(say(body));
    expect(reasonOf(await ask())).toBe('invalid_response');
    expect(party.requests).toHaveLength(1);
  });

  it('with an external entity, and nothing is fetched', async () => {
    const trap = await start(say('trapped'));
    for (const definition of [
      `<!ENTITY e SYSTEM "${trap.origin}/e">`,
      `<!ENTITY % p SYSTEM "${trap.origin}/p"> %p;`,
      `<!ENTITY e PUBLIC "-//x" "${trap.origin}/x">`,
    ]) {
      const { ask } = await connect(say(entity(definition)));
      expect(reasonOf(await ask())).toBe('invalid_response');
    }
    expect(trap.connections()).toBe(0);
  });
});
