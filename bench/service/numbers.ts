// Our CPF and CNPJ validation against the leading packages: speed on valid and invalid numbers, bare and formatted, and
// which of them take a wrong number or refuse a right one. Wrong and right are what the service's contract says.

import { type Cnpj, completeCnpj, formatCnpj, isCnpj } from '../../src/domain/numbers/cnpj.ts';
import { type Cpf, completeCpf, formatCpf, isCpf } from '../../src/domain/numbers/cpf.ts';
import { createDraw } from '../../src/sandbox/draw.ts';
import { loadPeer } from '../support/peer.ts';
import { print } from '../support/print.ts';
import { measureRounds } from '../support/rounds.ts';

type IsValid = (text: string) => boolean;

interface Contest {
  readonly title: string;
  readonly ours: IsValid;
  readonly peers: Readonly<Record<string, IsValid>>;
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

export async function run(): Promise<void> {
  for (const contest of [await createCpfContest(), await createCnpjContest()]) {
    printSpeed(contest);
    printFaults(contest);
  }
}

const amount = 1_000;

async function createCpfContest(): Promise<Contest> {
  const valid = numbers((draw) => completeCpf(String(draw(1_000_000_000)).padStart(9, '0'))).filter(isCpf) as Cpf[];
  const invalid = valid.map((cpf) => withOtherCheckDigit(cpf) as Cpf);
  const [general, utils, brasil, validation, generator] = await Promise.all([
    loadPeer<{ cpf: { isValid: IsValid } }>('cpf-cnpj-validator'),
    loadPeer<{ isValidCpf: IsValid }>('@brazilian-utils/brazilian-utils'),
    loadPeer<{ validateBr: { cpf: IsValid } }>('js-brasil'),
    loadPeer<{ isCPF: IsValid }>('validation-br'),
    loadPeer<{ validate: IsValid }>('gerador-validador-cpf'),
  ]);
  return {
    title: 'CPF',
    ours: isCpf,
    peers: {
      'cpf-cnpj-validator': (text) => general.cpf.isValid(text),
      '@brazilian-utils/brazilian-utils': (text) => utils.isValidCpf(text),
      'js-brasil': (text) => brasil.validateBr.cpf(text),
      'validation-br': (text) => validation.isCPF(text),
      'gerador-validador-cpf': (text) => generator.validate(text),
    },
    inputs: {
      'valid, bare': valid,
      'valid, formatted': valid.map(formatCpf),
      'invalid, bare': invalid,
      'invalid, formatted': invalid.map(formatCpf),
    },
    right: ['28001238938', '280.012.389-38', '12345678909', '00000000191'],
    wrong: [
      '12345678900',
      '11111111111',
      ' 12345678909 ',
      'a12345678909z',
      '123 456 789 09',
      '123.456.78909',
      '1.2.3.4.5.6.7.8.9.0.9',
      '123.456.789/09',
      '１２３４５６７８９０９',
      '1234567890９',
      '012345678909',
      '191',
    ],
  };
}

async function createCnpjContest(): Promise<Contest> {
  const digits = numbers((draw) => completeCnpj(`${String(draw(100_000_000)).padStart(8, '0')}0001`));
  const letters = numbers((draw) =>
    completeCnpj(
      `${draw(36 ** 5)
        .toString(36)
        .toUpperCase()
        .padStart(8, 'A')}01DE`,
    ),
  );
  const invalid = digits.map((cnpj) => withOtherCheckDigit(cnpj) as Cnpj);
  const [general, utils, brasil, validation, cnpj] = await Promise.all([
    loadPeer<{ cnpj: { isValid: IsValid } }>('cpf-cnpj-validator'),
    loadPeer<{ isValidCnpj: (text: string, options: { version: 2 }) => boolean }>('@brazilian-utils/brazilian-utils'),
    loadPeer<{ validateBr: { cnpj: IsValid } }>('js-brasil'),
    loadPeer<{ isCNPJ: IsValid }>('validation-br'),
    loadPeer<{ validate: IsValid }>('cnpj'),
  ]);
  // Version 2 takes letters; without it the package refuses every company founded under the new rule.
  const version = { version: 2 } as const;
  return {
    title: 'CNPJ',
    ours: isCnpj,
    peers: {
      'cpf-cnpj-validator': (text) => general.cnpj.isValid(text),
      '@brazilian-utils/brazilian-utils': (text) => utils.isValidCnpj(text, version),
      'js-brasil': (text) => brasil.validateBr.cnpj(text),
      'validation-br': (text) => validation.isCNPJ(text),
      cnpj: (text) => cnpj.validate(text),
    },
    inputs: {
      'valid, bare': digits,
      'valid, formatted': digits.map(formatCnpj),
      'valid, letters, bare': letters,
      'valid, letters, formatted': letters.map(formatCnpj),
      'invalid, bare': invalid,
      'invalid, formatted': invalid.map(formatCnpj),
    },
    right: [
      '34238864000168',
      '34.238.864/0001-68',
      '00000000000191',
      '11111111111180',
      '12ABC34501DE35',
      '12.ABC.345/01DE-35',
      '12abc34501de35',
      '00000000E08G12',
      completeCnpj('AAAAAAAAAAAA'),
    ],
    wrong: [
      '34238864000160',
      '00000000000000',
      ' 34238864000168 ',
      '#34238864000168',
      '34 238 864 0001 68',
      '34.238.864/000168',
      '3.4.2.3.8.8.6.4.0.0.0.1.6.8',
      '34-238-864/0001-68',
      '３４２３８８６４０００１６８',
      '12ABC34501DE3S',
      '12ABC34501D\u212a35',
      '34238864000168X',
      '191',
    ],
  };
}

function numbers<Number>(create: (draw: (bound: number) => number) => Number): Number[] {
  const draw = createDraw('numbers');
  return Array.from({ length: amount }, () => create(draw));
}

function withOtherCheckDigit(number: string): string {
  return number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
}

function printSpeed({ title, ours, peers, inputs }: Contest): void {
  for (const [kind, texts] of Object.entries(inputs)) {
    const contestants = Object.entries({ ours, ...peers }).map(([name, isValid]) => ({
      name,
      runOnce: createLoop(isValid, texts),
    }));
    const ns = measureRounds(contestants, { rounds: 15, turnMs: 5 });
    const oursNs = ns.get('ours') ?? Number.NaN;
    print(`${title}, ${kind}: ours ${toPrecise(oursNs / texts.length)} ns a number`);
    for (const name of Object.keys(peers)) {
      const peerNs = ns.get(name) ?? Number.NaN;
      print(
        `  ${name.padEnd(34)} ${toPrecise(peerNs / texts.length).padStart(6)} ns   ours is ${toPrecise(peerNs / oursNs)} times as fast`,
      );
    }
  }
}

/** Each contestant gets a loop of its own: in a shared one the engine could inline none of them. */
function createLoop(isValid: IsValid, texts: readonly string[]): () => number {
  const source =
    'let taken = 0; for (let index = 0; index < texts.length; index++) if (isValid(texts[index])) taken++; return taken;';
  const loop = new Function('isValid', 'texts', source) as (isValid: IsValid, texts: readonly string[]) => number;
  return () => loop(isValid, texts);
}

function printFaults({ title, ours, peers, right, wrong }: Contest): void {
  print(`${title}, by the contract's rule, of ${right.length} right and ${wrong.length} wrong texts:`);
  for (const [name, isValid] of Object.entries({ ours, ...peers })) {
    const refused = right.filter((text) => !answer(isValid, text));
    const taken = wrong.filter((text) => answer(isValid, text));
    print(`  ${name.padEnd(34)} refuses ${toList(refused)}; takes ${toList(taken)}`);
  }
}

/** A package that throws has at least not taken the number. */
function answer(isValid: IsValid, text: string): boolean {
  try {
    return isValid(text);
  } catch {
    return false;
  }
}

function toList(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : `${texts.length} (${texts.map((text) => JSON.stringify(text)).join(' ')})`;
}

function toPrecise(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}
