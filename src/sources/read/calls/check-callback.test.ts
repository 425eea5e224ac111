import { expect, it } from 'vitest';
import { readText } from '../../../../test/support/parties/read-text.ts';
import { formatFaults } from '../read-sources.ts';

const good = `sources:
  bureau_a:
    base_url: https://later.example
    request: { path: /orders, json: { cpf: "{cpf}" } }
    async:
      id: order.id
      poll:
        request: { path: "/orders/{async.id}" }
        outcomes: [{ status: 200, body: 'state = "WORKING"', means: pending }]
      callback:
        id: report.order
        auth:
          kind: hmac
          secret: { env: KEY }
          header: X-Signature
          timestamp: { header: X-Time }
    mapping: { cpf: cpf, score: score }
`;

async function read(text: string, secret: string | null = 'secret') {
  const files = { 'secrets/callback': 'a secret in a file\n' };
  const { file, reading, faults } = await readText(text, { secret: secret ?? undefined, files });
  const show = (told: typeof faults) => formatFaults(told).map((fault) => fault.replace(`${file}:`, ''));
  if (reading.kind === 'invalid') return { faults: show(faults), warnings: [], callback: undefined };
  const { people, warnings } = reading.sources;
  return { faults: [], warnings: show(warnings), callback: people[0]?.later?.callback };
}

it('is described without a fault, with the usual defaults', async () => {
  expect(await read(good)).toMatchObject({
    faults: [],
    warnings: [],
    callback: {
      perMinuteMax: 600,
      proof: {
        ...{ kind: 'hmac', header: 'x-signature', algorithm: 'sha256', encoding: 'hex', prefix: '', secret: 'secret' },
        timestamp: { header: 'x-time', form: 'epoch_seconds', toleranceMs: 300_000 },
      },
    },
  });
});

it('without its secret it is a warning: nothing is believed, and the party is polled as before', async () => {
  const { faults, warnings, callback } = await read(good, null);
  expect([faults, callback]).toEqual([[], undefined]);
  expect(warnings).toEqual([
    '14: bureau_a.async.callback.auth.secret: the environment variable KEY is not set: Confere refuses every callback of this party',
  ]);
});

it('its secret may be a file beside the description', async () => {
  const { callback } = await read(good.replace('{ env: KEY }', '{ file: secrets/callback }'));
  expect(callback?.proof).toMatchObject({ secret: 'a secret in a file' });
});

it('a secret that no header can hold is a fault, and is not shown', async () => {
  const text = good.replace(
    /kind: hmac.*X-Time }/s,
    'kind: header\n          name: X-Key\n          value: { env: KEY }',
  );
  expect((await read(text, 'a plain secret')).callback?.proof).toMatchObject({ secret: 'a plain secret' });
  expect((await read(text, 'segredo-é')).faults).toEqual([
    '15: bureau_a.async.callback.auth.value: a header holds letters, digits and signs of ASCII alone: agree on another secret',
  ]);
});

it.each([
  ['id: report.order', 'id: report.(', '11: bureau_a.async.callback.id: it is not valid JSONata'],
  ['        id: report.order\n', '', '10: bureau_a.async.callback: id is missing'],
  ['kind: hmac', 'kind: basic', 'bureau_a.async.callback.auth'],
  ['header: X-Signature', 'header: "X Signature"', '15: bureau_a.async.callback.auth.header'],
  ['header: X-Signature', 'algorithm: md5', 'bureau_a.async.callback.auth'],
  [
    '          timestamp',
    '          sign: "{timestamp}"\n          timestamp',
    '16: bureau_a.async.callback.auth.sign: it does not hold {body}',
  ],
  [
    '          timestamp',
    '          sign: "{body}"\n          timestamp',
    '16: bureau_a.async.callback.auth.sign: it does not hold {timestamp}',
  ],
  [
    '          timestamp',
    '          sign: "{cpf}"\n          timestamp',
    '16: bureau_a.async.callback.auth.sign: there is no placeholder {cpf} here',
  ],
  [
    '{ env: KEY }',
    '{ file: secrets/missing }',
    '14: bureau_a.async.callback.auth.secret: the file of the secret does not exist',
  ],
  ['    mapping', '        per_minute: 0\n    mapping', '17: bureau_a.async.callback.per_minute'],
])('%j as %j is a fault with its line', async (from, to, fault) => {
  expect(good).toContain(from);
  expect((await read(good.replace(from, to))).faults.join('\n')).toContain(fault);
});
