import { createHmac } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { jsonFormat } from '../answer/body/json-body.ts';
import { compileExpression } from '../answer/expressions/expression.ts';
import { createAnswerThread } from '../answer/thread/answer-thread.ts';
import { createXmlFormat } from '../answer/xml/xml-body.ts';
import { parseTemplate, type Template } from '../call/template.ts';
import { createCallbackParty } from './callback-parties.ts';
import { type CallbackProof, isProved } from './callback-proof.ts';

type HmacProof = Extract<CallbackProof, { readonly kind: 'hmac' }>;

const proof: CallbackProof = { kind: 'header', name: 'x-key', secret: 'the secret' };
const knownSignature = 'f3dca53986d469491ada314852ea1078dcc03180b0b277b815ca615aa735e3cb';
const toHmac = (
  text: string,
  names: readonly string[],
  more: Pick<HmacProof, 'encoding' | 'timestamp'>,
): CallbackProof => {
  const template = parseTemplate(text, names, expect.fail) as Template;
  const signed = { kind: 'hmac', header: 'x-signature', secret: 'key', algorithm: 'sha256', prefix: '' } as const;
  return { ...signed, text: template, ...more };
};
const bytes = (text: string) => new TextEncoder().encode(text);

function createParty(expression: string, format = jsonFormat) {
  const thread = createAnswerThread();
  onTestFinished(thread.close);
  const compiled = compileExpression(expression, thread);
  if (compiled.kind === 'invalid') throw new Error(compiled.problem);
  return createCallbackParty({ proof, id: compiled.expression, format, thread, perMinuteMax: 1 });
}

it('finds the order in JSON and in XML, and in nothing else', async () => {
  expect(await createParty('dados.protocolo').findOrder(bytes('{"dados": {"protocolo": 17}}'))).toBe('17');
  const xml = createParty('aviso.pedido', createXmlFormat({ lists: [], verify: undefined }));
  expect(await xml.findOrder(bytes('<aviso><pedido>o-1</pedido></aviso>'))).toBe('o-1');
  const bomb = '<!DOCTYPE a [<!ENTITY b "o-1">]><aviso><pedido>&b;</pedido></aviso>';
  const large = `<aviso>${'<x>1</x>'.repeat(5_000)}<pedido>o-2</pedido></aviso>`;
  expect(await xml.findOrder(bytes(large))).toBe('o-2');
  for (const body of [bomb, '<aviso>', '{"pedido": "o-1"}', ''])
    expect(await xml.findOrder(bytes(body))).toBeUndefined();
});

it.each(['hex', 'base64'] as const)('a signature in %s is good for its own body alone', (encoding) => {
  const signed = toHmac('{body}', ['body'], { encoding, timestamp: null });
  // RFC 4231 has no such short key; computed with OpenSSL: printf 'ol\303\241' | openssl dgst -sha256 -hmac key
  const body = Buffer.from('olá');
  const given = Buffer.from(knownSignature, 'hex').toString(encoding);
  const prove = (headers: Record<string, string[]>, of: Uint8Array = body) =>
    isProved(signed, { headers, body: of, nowMs: 0 });
  expect(prove({ 'x-signature': [given] })).toBe(true);
  expect(prove({ 'x-signature': [given] }, bytes('ola'))).toBe(false);
  expect(prove({ 'x-signature': [given, given] })).toBe(false);
  for (const garbage of ['zz', '!', ' ', '=='.repeat(3)])
    expect(prove({ 'x-signature': [given + garbage] })).toBe(false);
  expect(prove({})).toBe(false);
  expect(isProved({ ...signed, secret: '' }, { headers: { 'x-signature': [given] }, body, nowMs: 0 })).toBe(false);
});

it('a moment in ISO form names its offset: it never depends on the time zone of this machine', () => {
  const timestamp = { header: 'x-time', form: 'iso', toleranceMs: 3 * 86_400_000 } as const;
  const signed = toHmac('{timestamp}.{body}', ['timestamp', 'body'], { encoding: 'hex', timestamp });
  const prove = (stamp: string) => {
    const signature = createHmac('sha256', 'key').update(`${stamp}.x`).digest('hex');
    const headers = { 'x-time': [stamp], 'x-signature': [signature] };
    return isProved(signed, { headers, body: bytes('x'), nowMs: Date.parse('2026-11-18T12:00:00Z') });
  };
  for (const good of ['2026-11-18T12:00:00Z', '2026-11-18T12:00:00.123Z', '2026-11-18T09:00:00-03:00'])
    expect(prove(good)).toBe(true);
  for (const bad of ['2026-11-18T12:00:00', '2026-11-18', '2026', 'Nov 18 2026 12:00', 'TZ', ''])
    expect(prove(bad)).toBe(false);
});

it('an empty secret admits nobody', () => {
  const headers = { 'x-key': [''] };
  expect(isProved({ ...proof, secret: '' }, { headers, body: bytes(''), nowMs: 0 })).toBe(false);
});
