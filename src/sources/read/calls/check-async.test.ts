import { expect, it } from 'vitest';
import { readText } from '../../../../test/support/parties/read-text.ts';
import { formatFaults } from '../read-sources.ts';

const good = `sources:
  bureau_a:
    base_url: https://later.example
    auth: { kind: header, name: X-Key, value: { env: KEY } }
    request: { path: /orders, json: { cpf: "{cpf}" } }
    async:
      id: order.id
      poll:
        request:
          path: /orders/{async.id}
        outcomes:
          - { status: 200, body: 'state = "WORKING"', means: pending }
        pause_ms: 500
    mapping: { cpf: cpf, score: score }
`;

async function check(text: string): Promise<string[]> {
  const { file, faults } = await readText(text, { secret: 'secret' });
  return formatFaults(faults).map((fault) => fault.replace(`${file}:`, ''));
}

it('a party that answers later is described without a fault', async () => {
  expect(await check(good)).toEqual([]);
});

it.each([
  ['{async.id}', 'report', '9: bureau_a.async.poll.request: it does not use {async.id}'],
  ['/orders/{async.id}', '/orders/{async.number}', '10: bureau_a.async.poll.request.path: there is no placeholder'],
  ['/orders/{async.id}', '/orders/{async.id}/{name}', 'there is no placeholder {name} here; known: {async.id}, {cpf}'],
  [
    'means: pending',
    'means: answer',
    '11: bureau_a.async.poll.outcomes: say which answer tells that there is none yet',
  ],
  ['means: pending', 'means: later', '12: bureau_a.async.poll.outcomes.0.means: must be one of'],
  ['pause_ms: 500', 'pause_max_ms: 100', '13: bureau_a.async.poll.pause_max_ms: it is shorter than pause_ms'],
  ['pause_ms: 500', 'pause_ms: 1', '13: bureau_a.async.poll.pause_ms: must be a whole number from 20'],
  ['id: order.id', 'id: order.(', '7: bureau_a.async.id: it is not valid JSONata'],
  ['id: order.id', 'id: $nothing(order)', '7: bureau_a.async.id: there is no function or variable $nothing'],
  ['      id: order.id\n', '', '6: bureau_a.async: id is missing'],
  ['        pause_ms', '        id: (\n        pause_ms', 'bureau_a.async.poll.id: it is not valid JSONata'],
  [
    'path: /orders/{',
    'needs_birth_date: true\n          path: /orders/{',
    'needs_birth_date: this belongs to the first',
  ],
  ['path: /orders/{', 'headers: { x-key: a }\n          path: /orders/{', 'this header is set by auth already'],
  ['    mapping', '    hedge_after_ms: 100\n    mapping', '14: bureau_a.hedge_after_ms: with async a second question'],
  [
    '    mapping',
    '    outcomes: [{ status: 204, means: pending }]\n    mapping',
    '14: bureau_a.outcomes.0.means: only answers that are fetched later can be pending',
  ],
])('%j as %j is a fault with its line', async (from, to, fault) => {
  expect(good).toContain(from);
  expect((await check(good.replace(from, to))).join('\n')).toContain(fault);
});

const withOutcome = (outcome: string) =>
  good.replace('        pause_ms', `          - { status: 200, body: '${outcome} }\n        pause_ms`);

it.each([
  [`state = "FAILED"', means: temporarily_unavailable`, 'FAILED'],
  [`state in ["BUSY", "REPORT_ERROR"]', means: rate_limited`, 'ERROR'],
  [`state = "Concluído"', means: pending`, 'Concluido'],
])('an outcome that sounds final and is polled on is told with its line: %s', async (outcome, word) => {
  const { file, warnings } = await readText(withOutcome(outcome), { secret: 'secret' });
  expect(formatFaults(warnings)).toEqual([
    expect.stringContaining(
      `${file}:13: bureau_a.async.poll.outcomes.1.means: ${word} sounds as if the order had ended`,
    ),
  ]);
});

it.each([
  `state = "FAILED"', means: our_fault`,
  `state = "COMPLETED"', means: answer`,
  `state != "FAILED"', means: pending`,
  `state = "ERRORLESS"', means: pending`,
])('any other outcome of a poll is told of by nobody: %s', async (outcome) => {
  expect((await readText(withOutcome(outcome), { secret: 'secret' })).warnings).toEqual([]);
});
