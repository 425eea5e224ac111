// Parties that take a document inside a field: what a hostile name cannot do to it, over real sockets, read by the party's own parsers.

import { describe, expect, it } from 'vitest';
import { createXmlFormat } from '../../../src/sources/answer/xml/xml-body.ts';
import {
  describeBureau,
  describeThree,
  goodAnswer,
  person,
  type SourceText,
} from '../../support/parties/described-sources.ts';
import { json } from '../../support/parties/party-server.ts';
import { readText } from '../../support/parties/read-text.ts';
import { connectSources, start, unavailable } from './asked-party.ts';

const env = { KEY: `k"e'y</senha>]]>&\\` };
const secrets = { key: { env: 'KEY' } };

const hostileNames = [
  'ANA "NINA" D\'ÁVILA',
  '","cpf":"98765432100","x":"',
  '\\","cpf":"98765432100',
  '</nome><cpf>98765432100</cpf><nome>',
  ']]></nome><cpf>98765432100</cpf>',
  '"><cpf>98765432100</cpf>',
  'ANA\nMARIA\r\nDE\tSOUZA',
  'ANA\u2028MARIA\u2029',
  '{cpf} {{secret.key}} &amp; &#60;',
  'ANA\\u0022',
];

async function startBureau(request: SourceText) {
  const party = await start(json(200, goodAnswer));
  const bureau = describeBureau(party.origin, { secrets, request: { path: '/person', ...request } });
  const { ask } = await connectSources(describeThree(bureau), { env });
  return { party, ask };
}

function readXml(text: string): unknown {
  return (createXmlFormat({ lists: [] }).parse(Buffer.from(text), undefined) as { sent?: unknown }).sent;
}

const readers: Readonly<Record<string, (body: string) => unknown>> = {
  'JSON in JSON': (body) => JSON.parse(JSON.parse(body).dados),
  'JSON in a form': (body) => JSON.parse(new URLSearchParams(body).get('dados') ?? ''),
  'XML in a form': (body) => (readXml(new URLSearchParams(body).get('xml') ?? '') as { consulta: unknown }).consulta,
  'JSON in SOAP': (body) => JSON.parse((readXml(body) as { consulta: { dados: string } }).consulta.dados),
  'JSON in XML in a form': (body) =>
    JSON.parse((readXml(new URLSearchParams(body).get('xml') ?? '') as { consulta: string }).consulta),
};

const jsonText = '{{"cpf":"{cpf}","nome":{name|json},"senha":{secret.key|json}}}';
const requests: Readonly<Record<string, SourceText>> = {
  'JSON in JSON': { json: { dados: jsonText } },
  'JSON in a form': { form: { dados: jsonText } },
  'XML in a form': {
    form: {
      xml: '<consulta><cpf>{cpf}</cpf><nome>{name|xml}</nome><senha>{secret.key|xml}</senha></consulta>',
    },
  },
  'JSON in SOAP': { xml: `<consulta><dados>${jsonText}</dados></consulta>` },
  'JSON in XML in a form': {
    form: {
      xml: '<consulta>{{"cpf":"{cpf}","nome":{name|json|xml},"senha":{secret.key|json|xml}}}</consulta>',
    },
  },
};

describe.each(Object.keys(requests))('%s', (kind) => {
  const read = readers[kind] as (body: string) => unknown;

  it('says to the party what the caller said, whatever a name holds', async () => {
    const { party, ask } = await startBureau(requests[kind] as SourceText);
    for (const name of hostileNames) await ask({ ...person, name });
    // A reader of XML takes the blanks around a text away.
    const heard = hostileNames.map((name) => ({ cpf: person.cpf, nome: name, senha: env.KEY }));
    const isXml = kind === 'XML in a form';
    expect(party.requests.map(({ body }) => read(body))).toEqual(
      isXml ? heard.map((each) => ({ ...each, nome: each.nome.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') })) : heard,
    );
    expect(party.requests.filter(({ body }) => body.includes('\u2028') && kind === 'JSON in JSON')).toEqual([]);
  });

  it('keeps its number where the caller sent no name', async () => {
    const { party, ask } = await startBureau(requests[kind] as SourceText);
    expect(await ask({ ...person, name: null })).toMatchObject({ evidence: { kind: 'answered' } });
    const none = kind === 'XML in a form' ? '' : null;
    expect(read(party.requests[0]?.body ?? '')).toEqual({ cpf: person.cpf, nome: none, senha: env.KEY });
  });
});

describe('a text that would lose the number without a name or a birth date', () => {
  it.each([
    ['{cpf};{name}', { name: null }, 'request_refused'],
    ['{cpf};{birth_date}', { birthDate: null }, 'birth_date_required'],
    ['{{"cpf":"{cpf}","nascimento":"{birth_date}"}}', { birthDate: null }, 'birth_date_required'],
  ])('is not sent at all: %s', async (text, missing, reason) => {
    for (const request of [{ json: { q: text } }, { form: { q: text } }, { query: { q: text } }] as const) {
      const { party, ask } = await startBureau(request);
      const { evidence } = await ask({ ...person, name: 'ANA', ...missing });
      expect(evidence).toEqual(unavailable(reason));
      await ask({ ...person, name: 'ANA' });
      expect(party.requests).toHaveLength(1);
    }
  });

  it('is a warning with its line', async () => {
    const { warnings } = await readText(`sources:
  bureau_a:
    base_url: https://a.example
    mapping: { name: n }
    request:
      path: /
      form:
        q: "{cpf};{name}"
`);
    expect(warnings).toEqual([
      expect.objectContaining({
        line: 8,
        key: 'bureau_a.request.form.q',
        problem: expect.stringContaining('without {name} Confere sends nothing'),
      }),
    ]);
  });
});

describe('a text that is a document', () => {
  const faultOf = async (text: string, part = 'json') => {
    const { faults } = await readText(
      `sources:
  bureau_a:
    base_url: https://a.example
    mapping: { name: n }
    secrets: { key: { env: KEY } }
    request:
      path: /
      ${part}:
        q: ${JSON.stringify(text)}
`,
      { secret: 'synthetic' },
    );
    return faults.map(({ line, problem }) => `${line} ${problem}`);
  };

  it.each([
    ['{"cpf":"{cpf}","nome":"{name}"}', 'its own braces are written twice: write {{"cpf":"{cpf}","nome":{name|json}}}'],
    ['{"a":{"n":"{cpf}"}}', 'write {{"a":{{"n":"{cpf}"}}}}'],
    [
      '{{"cpf":"{cpf}","nome":"{name}"}}',
      'this text is JSON, and what {name} holds could change what it says: write {{"cpf":"{cpf}","nome":{name|json}}}',
    ],
    ['[ "{secret.key}" ]', 'what {secret.key} holds could change what it says: write [ {secret.key|json} ]'],
    ['{{"senha":"S3CRET-VALUE","nome":"{name}"}}', 'write {{"senha":"…","nome":{name|json}}}'],
    ['query {{ person(name: "{name}") }}', 'write query {{ person(name: {name|json}) }}'],
    ['{{"nome":"{name|json}"}}', 'a whole value with its own quotes'],
    ['{{"cpf":{cpf}}}', 'a number needs quotes around it'],
    ['{{"nome":{name|xml}}}', 'write {{"nome":{name|json}}}'],
    [
      '<c><senha>S3CRET-VALUE</senha><nome>{name}</nome></c>',
      'this text is XML, and what {name} holds could change what it says: write <c><senha>…</senha><nome>{name|xml}</nome></c>',
    ],
    ['<c nome="{name}"/>', 'write <c nome="{name|xml}"/>'],
    ['<c><![CDATA[{name|xml}]]></c>', 'not in a CDATA section'],
    ['<c>{name|json}</c>', 'write <c>{name|xml}</c>'],
    ['{name|json}', '{name|json} is for a text that is a document; here write {name}'],
    ['{name|xml}', 'here write {name}'],
  ])('is refused with the mended line: %s', async (text, problem) => {
    for (const part of ['json', 'form', 'query']) {
      expect(await faultOf(text, part)).toEqual([expect.stringMatching(/^9 /)]);
      expect((await faultOf(text, part)).join()).toContain(problem);
      expect((await faultOf(text, part)).join()).not.toContain('S3CRET-VALUE');
    }
  });

  it.each([
    'doc{{{cpf}}}',
    '{{"cpf":"{cpf}","nascimento":"{birth_date|ddmmyyyy}","id":"{uuid}"}}',
    '{{"nascimento":{birth_date|ddmmyyyy|json}}}',
    '<?xml version="1.0"?><c n="{name|xml}">{secret.key|xml}: {name|xml}</c>',
    'NOME {name} [1]',
  ])('is taken as it stands: %s', async (text) => {
    for (const part of ['json', 'form', 'query']) expect(await faultOf(text, part)).toEqual([]);
  });
});
