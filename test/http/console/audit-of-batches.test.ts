// Consultas and batches: a batch is one line that opens, whoever started it; its rows are found by risk and reason; and a search says where
// it stopped.

import { expect, test } from 'vitest';
import { openConsolePage, consolePassword as password, signInTo } from '../../support/console/console-page.ts';
import { startLote } from '../../support/console/lote.ts';
import { post } from '../../support/service/service.ts';

const good = '40442820135';
const risky = '90000000841';

const { service, analyst, analystName, start, finish } = await startLote();

interface Row {
  readonly act: string | null;
  readonly who: string;
  readonly number: string;
  readonly request_id: string;
  readonly batch: { readonly id: string; readonly rows: number | null } | null;
}

const search = async (filter: object, page = analyst) => (await page.post('audit-search', filter)).body;
const list = async (filter: object, page = analyst): Promise<readonly Row[]> => (await search(filter, page)).rows;

test('a batch is one line that opens; one of the sandbox is none, and a search for something finds its rows', async () => {
  const batch = await start(`cpf\n${good}\n${risky}\n${good}\n123\n`, { cpf: 0 }, { with: 'live' });
  await finish(batch.id);
  await finish((await start(`cpf\n${good}\n`, { cpf: 0 })).id);
  const key = await service.createKey({ name: 'loja', mode: 'live', scopes: ['verify:batch', 'verify:cpf'] });
  const single = await post(`${service.address}/v1/verify/cpf`, { cpf: good }, { key });
  const authorization = `Bearer ${key}`;
  const sent = await fetch(`${service.address}/v1/batches`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body: `cpf\n${good}\n`,
  });
  const ofKey = { status: sent.status, body: (await sent.json()) as { readonly id: string } };
  expect([single.status, ofKey.status]).toEqual([200, 202]);
  await expect
    .poll(async () => (await list({ batch_id: ofKey.body.id })).length, { timeout: 30_000, interval: 200 })
    .toBe(1);

  const folded = await list({ batches: 'folded' });
  expect(folded.map(({ who, batch: of, act }) => [who, of, act])).toEqual([
    ['loja', { id: ofKey.body.id, rows: 1 }, 'batch_started'],
    ['loja', null, null],
    [analystName, { id: batch.id, rows: 4 }, 'batch_started'],
  ]);
  const colleague = await signInTo(openConsolePage(service.address), await service.createOperator('admin', password));
  expect(await list({ batches: 'folded' }, colleague)).toEqual(folded);
  const { body: callers } = await analyst.get('audit-callers');
  for (const name of ['loja', analystName]) {
    const { id } = callers.callers.find((caller: { name: string }) => caller.name === name);
    const theirs = await list({ batches: 'folded', key_id: id });
    expect(theirs).toEqual(folded.filter(({ who }) => who === name));
  }
  // The row that asks what another one asks is answered with it.
  const rows = await list({ batch_id: batch.id });
  expect(rows.map((row) => row.batch?.id)).toEqual([batch.id, batch.id]);
  const of = (found: readonly Row[]) => found.map(({ request_id }) => request_id);
  const high = await list({ risk: 'high' });
  expect(of(high)).toEqual(of(rows.filter(({ number }) => number === '***.000.008-**')));
  expect(of(await list({ risk: 'low', batch_id: batch.id }))).toEqual(
    of(rows.filter((row) => !of(high).includes(row.request_id))),
  );
  expect(of(await list({ reason: 'fraud_alert' }))).toEqual(of(high));
  expect(await list({ reason: 'fraud_alert', risk: 'low' })).toEqual([]);
  const all = await list({});
  expect(of(await list({ order: 'oldest' }))).toEqual(of(all).toReversed());
  expect((await search({ risk: 'high' })).looked_until).toBeNull();

  const { body } = await analyst.post('audit-show', { request_id: high[0]?.request_id ?? '', unmask: null });
  expect(body.records[0]).toMatchObject({
    batch: { id: batch.id },
    proof: { kind: expect.not.stringContaining('broken') },
  });
  expect(
    (
      await fetch(`${service.address}/v1/batches/${ofKey.body.id}`, {
        method: 'DELETE',
        headers: { authorization },
      })
    ).status,
  ).toBe(204);
  const acts = await list({ kind: 'act' });
  expect(acts.find(({ act }) => act === 'batch_deleted')?.who).toBe('loja');
  expect((await list({ batches: 'folded' }))[0]?.batch).toEqual({ id: ofKey.body.id, rows: null });
});
