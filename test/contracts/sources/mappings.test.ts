// Every mapping of ours (profiles, the example, the docs) on answers in which one field that it looks at is null, absent, empty or
// of another type. The table is made of the mappings themselves: a field of a new mapping is tried without being named here.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseJson } from '../../../src/sources/answer/body/json-body.ts';
import { compileExpression } from '../../../src/sources/answer/expressions/expression.ts';
import { createFixedFormat } from '../../../src/sources/answer/fixed/fixed-format.ts';
import { createAnswerThread } from '../../../src/sources/answer/thread/answer-thread.ts';
import { createXmlFormat } from '../../../src/sources/answer/xml/xml-body.ts';
import type { CheckedParty } from '../../../src/sources/read/checked-party.ts';
import { getSources } from '../../../src/sources/read/read-sources.ts';
import type { Reply } from '../../../src/sources/reply.ts';
import type { FixedResponseDescription } from '../../../src/sources/schema/calls/fixed.ts';

interface Subject {
  readonly name: string;
  /** As it stands under `sources`. */
  readonly party: { readonly mapping: Readonly<Record<string, string>> };
  readonly slot: 'bureau_a' | 'company_fallback';
  /** A whole answer, in which every mapped field has its best value. */
  readonly answer: unknown;
  readonly number: string;
}

const root = join(import.meta.dirname, '../../..');
const cpf = '12345678909';
const thread = createAnswerThread();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'confere-mappings-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await thread.close();
});

/** The fixture of each profile that says the most, and the best. */
const wholeFixtures: Readonly<Record<string, string>> = {
  bigdatacorp: 'regular',
  'brasil-api': 'mei-excluded',
  idwall: 'regular',
  'minha-receita': 'mei-excluded',
  'pix-dict': 'cancelled',
  quod: 'score',
  serasa: 'social-name',
  'boa-vista-acerta': 'regular',
  'boa-vista-csr60': 'regular',
  'serasa-crednet': 'clean',
  'spc-brasil-rest': 'regular',
  'spc-brasil-soap': 'regular',
  'serpro-cnpj': 'active',
  'serpro-cpf': 'social-name',
  unico: 'approved',
};

const wholeExamples: Readonly<Record<string, unknown>> = {
  bureau_a: {
    ni: cpf,
    nome: 'A B',
    nomeSocial: 'C B',
    nascimento: '14031985',
    situacao: { codigo: '0' },
    pendencias: [],
  },
  bureau_b: {
    reports: [
      {
        registration: { document: cpf, consumerName: 'A B', birthDate: '1985-03-14', statusRegistration: 'REGULAR' },
        score: { score: 742 },
      },
    ],
  },
  fraud_registry: { document: cpf, markers: [{ state: 'CANCELLED' }] },
};

const wholeDocs = {
  document: cpf,
  person: { name: 'A B', born: '14/03/1985' },
  taxStatus: 'REGULAR',
  debts: { total: 0 },
  rating: { points: 742 },
};

/**
 * What the mapping means so: a score without a message is a score, and no base that was out of order is as it should be. A block of
 * Crednet has a total only where there are debts, and a message only where there are none.
 */
const harmless: readonly string[] = [
  ...['internas', 'financeiras', 'protestos', 'cheques'].map(
    (block) => `profile serasa-crednet: pending_debts by ${block}.total`,
  ),
  'profile serasa: score by reports.score.message',
  'profile spc-brasil-rest: pending_debts by result.return_object.resultado.baseInoperante',
  'profile spc-brasil-soap: pending_debts by resultado.base-inoperante',
];

const subjects: Subject[] = [...fromProfiles(), ...fromExample(), fromDocs()];

function fromProfiles(): Subject[] {
  const files = readdirSync(join(root, 'profiles')).filter((file) => file.endsWith('.yaml'));
  return files.map((file) => {
    const profile = basename(file, '.yaml');
    const party = parse(readFileSync(join(root, 'profiles', file), 'utf8'));
    const fixture = readFileSync(join(root, 'profiles/fixtures', profile, `${wholeFixtures[profile]}.json`), 'utf8');
    const { query, answer } = JSON.parse(fixture);
    const last = [answer].flat().at(-1);
    const isCompany = query.cnpj !== undefined;
    return {
      name: `profile ${profile}`,
      party,
      slot: isCompany ? 'company_fallback' : 'bureau_a',
      // Of a party that answers later the last is the one that is mapped.
      answer: readAnswer(last, party),
      number: query.cnpj ?? query.cpf,
    };
  });
}

interface FixtureAnswer {
  readonly body?: unknown;
  readonly xml?: readonly string[];
  readonly fixed?: readonly string[];
}

/** What a mapping sees of an answer. */
function readAnswer({ body, xml, fixed }: FixtureAnswer, party: Parameters<typeof readXml>[1]): unknown {
  if (fixed !== undefined) return readFixed(fixed.join(''), party);
  return xml === undefined ? body : readXml(xml.join('\n'), party);
}

function readFixed(text: string, { response }: { response?: { fixed?: FixedResponseDescription } }): unknown {
  const body = createFixedFormat(response?.fixed ?? {}).parse(Buffer.from(text, 'latin1'), undefined);
  if (body.kind !== 'tree') throw new Error('not a string of its layout');
  return body.known;
}

/** What a mapping sees of an answer in XML. */
function readXml(
  text: string,
  { response }: { response?: { xml?: { lists?: string[] }; fixed?: FixedResponseDescription } },
): unknown {
  const body = createXmlFormat({ lists: response?.xml?.lists ?? [] }).parse(Buffer.from(text), undefined);
  if (body.kind !== 'tree') throw new Error('not XML');
  return body.known;
}

function fromExample(): Subject[] {
  const { sources } = parse(readFileSync(join(root, 'examples/confere.yaml'), 'utf8'));
  return Object.entries<Subject['party']>(sources).map(([name, party]) => ({
    name: `example ${name}`,
    party,
    slot: 'bureau_a',
    answer: wholeExamples[name],
    number: cpf,
  }));
}

function fromDocs(): Subject {
  const page = readFileSync(join(root, 'docs/sources.md'), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => parse(String(text)).sources);
  const party = blocks.find((sources) => sources?.bureau_b?.mapping !== undefined).bureau_b;
  return { name: 'docs', party, slot: 'bureau_a', answer: wholeDocs, number: cpf };
}

async function open({ party, slot }: Subject): Promise<CheckedParty<object>> {
  const file = join(folder, 'confere.yaml');
  writeFileSync(file, stringify({ sources: { [slot]: party } }));
  const { people, companyFallback, warnings } = await getSources({
    file,
    findVariable: () => 's',
    followSecrets: false,
  });
  expect(warnings).toEqual([]);
  const checked = people[0] ?? companyFallback;
  if (checked === undefined) throw new Error('nothing described');
  return checked;
}

function read(checked: CheckedParty<object>, answer: unknown, number: string): Promise<Reply<object>> {
  const body = parseJson(Buffer.from(JSON.stringify(answer) ?? ''));
  if (body.kind !== 'tree') throw new Error('not JSON');
  return checked.reader.read(body, { number, today: '2026-11-15', signal: new AbortController().signal });
}

const absent = Symbol('absent');

/** Values that the party may send in place of one; an empty list in place of a list is an answer like any other. */
function wrongsFor(value: unknown): unknown[] {
  const wrongs = [null, absent, '', {}, 987_654, true, ['x'], [null], 'x y'];
  const typeOf = (each: unknown) => (Array.isArray(each) ? 'list' : each === null ? 'null' : typeof each);
  return wrongs.filter((wrong) =>
    wrong === '' ? value !== '' : typeOf(wrong) !== typeOf(value) || typeOf(wrong) === 'null' || isHollow(wrong),
  );
}

function isHollow(value: unknown): boolean {
  return Array.isArray(value)
    ? value.includes(null)
    : value !== null && typeof value === 'object' && Object.keys(value).length === 0;
}

/** The answer with another value at a path; lists on the way are entered. */
function withValue(node: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(node)) return node.map((item) => withValue(item, path, value));
  const children = { ...(node as Record<string, unknown>) };
  const child = withValue(children[key], rest, value);
  if (child === absent) delete children[key];
  else children[key] = child;
  return children;
}

function valueAt(node: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return node;
  return valueAt(Array.isArray(node) ? node[0]?.[key] : (node as Record<string, unknown> | undefined)?.[key], rest);
}

function toCamel(field: string): string {
  const camel = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return camel === 'mei' ? 'meiOpted' : camel;
}

const numberFields = ['cpf', 'cnpj'];

describe.each(subjects.map((subject) => [subject.name, subject] as const))('%s', (name, subject) => {
  it('understands a whole answer', async () => {
    const reply = await read(await open(subject), subject.answer, subject.number);
    expect(reply.kind).toBe('found');
  });

  const rows = Object.entries(subject.party.mapping).flatMap(([field, text]) => {
    const compiled = compileExpression(text, thread);
    const paths = compiled.kind === 'valid' ? compiled.expression.shape.paths : [];
    return paths.map((path) => ({ field, path, label: `${field} by ${path.join('.')}` }));
  });

  it.each(rows.filter(({ label }) => !harmless.includes(`${name}: ${label}`)))(
    '$label: silence and nonsense there are never taken for what a whole answer says',
    async ({ field, path }) => {
      const checked = await open(subject);
      const whole = await read(checked, subject.answer, subject.number);
      if (whole.kind !== 'found') throw new Error('no whole answer');
      const best = (whole.value as Record<string, unknown>)[toCamel(field)];
      expect(valueAt(subject.answer, path), 'the whole answer lacks it').toBeDefined();
      for (const wrong of wrongsFor(valueAt(subject.answer, path))) {
        const reply = await read(checked, withValue(subject.answer, path, wrong), subject.number);
        const shown = wrong === absent ? 'absent' : JSON.stringify(wrong);
        expect(reply.kind, shown).not.toBe('not_found');
        if (reply.kind !== 'found') continue;
        expect(numberFields, `${shown} in place of the number`).not.toContain(field);
        expect((reply.value as Record<string, unknown>)[toCamel(field)], shown).not.toEqual(best);
      }
    },
  );
});
