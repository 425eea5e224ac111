// Requests that must all be refused: random damage to right ones, at every level from the bytes on the wire to one field.
// Everything follows from the seed, so a fault found once is found again.

import { canaryCpfs, canaryNames } from '../canaries.ts';

export interface MalformedRequest {
  readonly bytes: Buffer;
  /** What must not be in the answer. */
  readonly secrets: readonly string[];
}

/** A small generator of our own (mulberry32): the seed decides the whole run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function createMalformedRequest(random: () => number, key: string): MalformedRequest {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const number = pick(canaryCpfs);
  const name = pick(canaryNames);
  const junk = () => pick(junkValues)(random, number, name);
  const operation = pick(['cpf', 'cnpj'] as const);
  const path = `/v1/verify/${operation}`;
  const rightBody = operation === 'cpf' ? `{"cpf":"${number}","name":"${name}"}` : '{"cnpj":"34238864000168"}';
  const secrets = [...canaryCpfs, ...canaryNames, key];

  const toRequest = (body: string | Buffer, target = path, headers: readonly string[] = []): Buffer =>
    Buffer.concat([
      Buffer.from(
        `POST ${target} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
      ),
      Buffer.from(body),
    ]);

  const toChanged = (part: string, changed: string): Buffer =>
    Buffer.from(toRequest(rightBody).toString('latin1').replace(part, changed), 'latin1');

  const kinds: readonly (() => Buffer)[] = [
    // One field is wrong.
    () => toRequest(`{"${operation}":${junk()}}`),
    () =>
      toRequest(`{${rightBody.slice(1, -1)},"birth_date":${junk()},${JSON.stringify(pick(['x', number, name]))}:1}`),
    () =>
      toRequest(
        `{"${operation}":"${number.slice(0, -1)}${(Number(number.at(-1)) + 1 + Math.floor(random() * 9)) % 10}"}`,
      ),
    // The JSON is broken: cut, or one byte is changed for a quote or bracket.
    () => toRequest(rightBody.slice(0, 1 + Math.floor(random() * (rightBody.length - 2)))),
    () => toRequest(`${rightBody}${pick(['}', ',', '{}', '"', '\u0000'])}`),
    () => toRequest(`{"${operation}":"${number}","${operation}":"${number}"}`),
    () => toRequest(`{"__proto__":{"x":1},${rightBody.slice(1)}`),
    () => toRequest(pick(['[', '{"a":', '[{"a":']).repeat(1 + Math.floor(random() * 2_000))),
    () =>
      toRequest(Buffer.from(Array.from({ length: 1 + Math.floor(random() * 200) }, () => Math.floor(random() * 256)))),
    () => toRequest(''),
    // The request around it is wrong.
    () =>
      toRequest(
        rightBody,
        `${path}?${pick(['explain=yes', `cpf=${number}`, 'explain=true&explain=true', '%ff', '__proto__=1'])}`,
      ),
    () => toRequest(rightBody, `${path}/${number}`),
    () => toRequest(rightBody, `/${pick(['%zz', '%', '..%2f', 'v1', `v1/verify/${encodeURIComponent(name)}`])}`),
    () => toRequest(rightBody, path, ['Content-Encoding: gzip']),
    () => toRequest(rightBody, path, [`X: ${'x'.repeat(9_000)}`]),
    () => toRequest(rightBody, path, ['Host: other']),
    () => toRequest(rightBody, path, ['Transfer-Encoding: chunked']),
    () => toChanged('application/json', pick(['text/plain', 'application/xml', number])),
    () => toChanged('POST', pick(['GET', 'PUT', 'PATCH', 'DELETE', 'FOO', 'post'])),
    () => toChanged('Bearer ', pick(['', 'Basic ', 'Bearer'])),
    () => toRequest(`{"${operation}":"${'1'.repeat(16 * 1024)}"}`),
    // The bytes on the wire are wrong.
    () => Buffer.from(`${pick(['', ' ', '\r\n\r\n', '\u0000'])}${number} ${name}\r\n\r\n`),
    () => toChanged('HTTP/1.1', pick(['HTTP/9.9', 'HTTX/1.1', 'http', ''])),
    () => toChanged('\r\nContent-Type', `\r\n${pick(['\u0001', ':', 'a b'])}: x\r\nContent-Type`),
    () => toChanged('Content-Length: ', `Content-Length: ${pick(['-', '+', '0x', '9'.repeat(30)])}`),
  ];
  return { bytes: pick(kinds)(), secrets };
}

type Junk = (random: () => number, number: string, name: string) => string;

const junkValues: readonly Junk[] = [
  (_random, number) => number,
  (_random, number) => `["${number}"]`,
  (_random, number) => `{"value":"${number}"}`,
  (_random, number) => `" ${number}"`,
  (_random, number) => `"${number}\\u0000"`,
  (_random, number) => `"${[...number].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')}"`,
  (_random, number) => `"${number}${number}"`,
  (_random, _number, name) => JSON.stringify(name),
  () => 'true',
  () => 'null',
  () => '1e308',
  () => '""',
  () => '"ß".repeat',
  // Twelve digits are never a number; eleven or fourteen might be one by chance.
  (random) => JSON.stringify(String(Math.floor(random() * 1e12)).padStart(12, '0')),
  (random) => JSON.stringify(String.fromCharCode(...Array.from({ length: 12 }, () => Math.floor(random() * 0xffff)))),
];
