// What it costs that an answer is XML: a SOAP answer of 20 kB, parsed and mapped, beside the same answer in JSON by the same mapping.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { BodyFormat } from '../../src/sources/answer/body/body-format.ts';
import { jsonFormat } from '../../src/sources/answer/body/json-body.ts';
import { readBody } from '../../src/sources/answer/read-body.ts';
import { createXmlFormat } from '../../src/sources/answer/xml/xml-body.ts';
import type { CheckedPersonParty } from '../../src/sources/read/checked-party.ts';
import { getSources } from '../../src/sources/read/read-sources.ts';
import { print } from '../support/print.ts';
import { median } from '../support/rounds.ts';

const cpf = '12345678909';
const asked = { number: cpf, today: '2026-11-15', signal: new AbortController().signal };
const xmlFormat = createXmlFormat({ lists: [] });

export async function run(folder: string): Promise<void> {
  const party = await readProfile(folder);
  for (const kilobytes of [4, 16, 64, 256, 900]) measureWorst(kilobytes * 1_000);
  // Below 16 kB and 500 values an answer is read on the event loop, and beyond in the party's thread.
  await measureOne(party, toEnvelope(34, 'RUA DAS ACACIAS, 1234, BAIRRO JARDIM DAS FLORES, CEP 01234-567. '.repeat(4)));
  await measureOne(party, toEnvelope(60, ''));
  await party.thread.close();
}

async function measureOne(party: CheckedPersonParty, text: string): Promise<void> {
  const xml = Buffer.from(text);
  const tree = xmlFormat.parse(xml, undefined);
  if (tree.kind !== 'tree') throw new Error('not XML');
  const json = Buffer.from(JSON.stringify(tree.sent));
  print(`${xml.length} bytes of SOAP, ${json.length} bytes of JSON, ${tree.size} values`);
  const [jsonUs, xmlUs, ratio] = await compare(toWork(party, jsonFormat, json), toWork(party, xmlFormat, xml));
  print(`parsed and mapped: ${jsonUs} µs of JSON, ${xmlUs} µs of SOAP: ${ratio} times (goal: under 3)`);
}

/** Prints how long the event loop would stand still to read the answers of this size that cost most. */
function measureWorst(bytes: number): void {
  const xml = Buffer.from(`<r>${'<a/>'.repeat(Math.min(bytes / 4, 95_000))}</r>`);
  const json = Buffer.from(`[${'{"b":1},'.repeat(bytes / 8)}1]`);
  const leastMs = (work: () => unknown): string => {
    const times = Array.from({ length: 15 }, () => {
      const startNs = process.hrtime.bigint();
      work();
      return Number(process.hrtime.bigint() - startNs) / 1e6;
    });
    return Math.min(...times).toFixed(1);
  };
  print(
    `${bytes} bytes at worst: ${leastMs(() => xmlFormat.parse(xml, undefined))} ms of XML, ${leastMs(() => jsonFormat.parse(json, undefined))} ms of JSON`,
  );
}

function toWork(party: CheckedPersonParty, format: BodyFormat, bytes: Uint8Array): () => Promise<void> {
  return async () => {
    const { expressions } = party.reader;
    const body = await readBody({ body: bytes }, { format, thread: party.thread, expressions, signal: asked.signal });
    const reply = body?.kind === 'tree' ? await party.reader.read(body, asked) : undefined;
    if (reply?.kind !== 'found' || reply.value.score !== 742) throw new Error('not understood');
  };
}

/** Microseconds of each, and the median of the ratios of rounds that take turns. */
async function compare(one: () => Promise<void>, other: () => Promise<void>): Promise<string[]> {
  const times: [number, number][] = [];
  const measure = async (work: () => Promise<void>): Promise<number> => {
    const startNs = process.hrtime.bigint();
    for (let repeat = 0; repeat < 50; repeat++) await work();
    return Number(process.hrtime.bigint() - startNs) / 50_000;
  };
  for (let round = 0; round < 45; round++) {
    const pair: [number, number] = [await measure(one), await measure(other)];
    // The first rounds are for the compiler.
    if (round >= 15) times.push(pair);
  }
  const ratio = median(times.map(([first, second]) => second / first)).toFixed(2);
  return [
    median(times.map(([first]) => first)).toFixed(0),
    median(times.map(([, second]) => second)).toFixed(0),
    ratio,
  ];
}

async function readProfile(folder: string): Promise<CheckedPersonParty> {
  const file = join(folder, 'confere.yaml');
  const profile = join(import.meta.dirname, '../../profiles/spc-brasil-soap.yaml');
  writeFileSync(file, stringify({ sources: { bureau_a: { profile } } }));
  const { people } = await getSources({ file, findVariable: () => 'secret' });
  return people[0] as CheckedPersonParty;
}

/** A person with many restrictions, as SPC Brasil tells of them: nearly all in attributes. */
function toEnvelope(count: number, address: string): string {
  const details = Array.from(
    { length: count },
    (_, index) =>
      `<detalhe-spc nome-associado="ASSOCIADO ${index}" valor="${index}.45" data-inclusao="2024-03-12T00:00:00-03:00" contrato="C${index}" ` +
      'comprador-fiador-avalista="COMPRADOR" nome-entidade="SAO PAULO / SP" data-vencimento="2024-02-12T00:00:00-03:00">' +
      '<cidade-associado nome="SAO PAULO"><estado sigla-uf="SP"/></cidade-associado>' +
      `<endereco>${address}</endereco></detalhe-spc>\n`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>' +
    '<ns2:resultado xmlns:ns2="http://webservice.consulta.spcjava.spcbrasil.org/" restricao="true">' +
    `<consumidor><consumidor-pessoa-fisica nome="MARIA DAS DORES TESTE" data-nascimento="1985-03-14T00:00:00-03:00"><cpf numero="${cpf}"/>` +
    '<situacao-cpf descricao-situacao="REGULAR"/></consumidor-pessoa-fisica></consumidor>' +
    `<spc><resumo quantidade-total="${count}"/>${details.join('')}</spc>` +
    '<spc-score-12-meses><detalhe-spc-score-12-meses score="742" classe="B"/></spc-score-12-meses>' +
    '</ns2:resultado></S:Body></S:Envelope>'
  );
}
