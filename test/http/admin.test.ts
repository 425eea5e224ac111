import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { metricKinds } from '../../src/telemetry/metric-kinds.ts';
import { openRaw } from '../support/http/raw-client.ts';
import { writeSomeLists } from '../support/lists/some-lists.ts';
import { createQuery } from '../support/parties/implied.ts';
import { startLiveStack } from '../support/service/live-stack.ts';
import { post } from '../support/service/service.ts';

const stack = await startLiveStack();
const admin = await stack.service.listenForOperators();
afterAll(() => stack.close());

const scrape = async () => (await fetch(`${admin}/metrics`)).text();
const readSeries = async (series: string) => {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
};

describe('GET /metrics', () => {
  it('has every metric that is documented, in a form that Prometheus accepts', async () => {
    await stack.verify(createQuery(1));
    const text = await scrape();
    for (const name of Object.keys(metricKinds)) expect(text).toContain(`# TYPE ${name} `);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    const { status, error } = spawnSync('promtool', ['check', 'metrics'], { input: text });
    if (error === undefined) expect(status).not.toBe(1);
  });

  it('counts requests, verifications and what became of each party', async () => {
    const series = {
      requests: 'confere_requests_total{route="/v1/verify/cpf",status="200"}',
      latency: 'confere_request_duration_seconds_count{route="/v1/verify/cpf"}',
      party: 'confere_source_duration_seconds_count{source="bureau_a"}',
      audit: 'confere_audit_records_total',
    };
    const before = await Promise.all(Object.values(series).map(readSeries));
    await stack.verify(createQuery(2));
    // Who is about to be asked is written down as well.
    const [audit, ...others] = [...before].reverse();
    const after = [...others.reverse().map((count) => count + 1), (audit ?? 0) + 2];
    expect(await Promise.all(Object.values(series).map(readSeries))).toEqual(after);
  });

  it('names the lists that are answered from, and a damaged one as damaged', async () => {
    writeSomeLists(join(stack.service.directory, 'data/lists'));
    const stateOf = (list: string) => readSeries(`confere_list_state{list="${list}"}`);
    await expect.poll(() => stateOf('cnep')).toBe(2);
    await expect.poll(() => stateOf('pep')).toBe(1);
    expect(await readSeries('confere_list_entries{list="ceis"}')).toBe(1);
    const { lists } = (await (await fetch(`${admin}/status`)).json()) as { lists: { imported: object } };
    expect(lists.imported).toMatchObject({
      pep: { state: 'stale', data_as_of: '2024-01-01' },
      cnep: { state: 'damaged' },
    });
  });

  it('tells a refused key from one that was admitted', async () => {
    const refused = 'confere_limiter_decisions_total{limit="rate",decision="refused"}';
    const before = await readSeries(refused);
    const key = await stack.service.createKey({ mode: 'test', rate: { requests: 1, windowSeconds: 3_600 } });
    for (const _ of [1, 2]) await post(`${stack.service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
    expect(await readSeries(refused)).toBe(before + 1);
  });

  it('shows the breaker of a party that is down', async () => {
    await stack.simulator.set('quod', { fault: { kind: 'refused' } });
    for (let index = 100; index < 112; index++) await stack.verify(createQuery(index));
    expect(await readSeries('confere_source_breaker_state{source="bureau_b"}')).toBe(2);
    await stack.simulator.reset();
  });

  it('holds nothing that a caller sent', async () => {
    await fetch(`${stack.service.address}/v1/canary-path/${createQuery(3).cpf}`);
    const text = await scrape();
    expect(text).not.toContain('canary-path');
    expect(text).not.toContain(createQuery(1).cpf);
  });
});

describe('the rest of the listener for operators', () => {
  it('tells the state as JSON, and the probes', async () => {
    expect(await (await fetch(`${admin}/status`)).json()).toMatchObject({
      ready: true,
      registry: { readiness: 'empty' },
      sources: { bureau_a: { breaker: 'closed', in_flight: 0 } },
      audit: { writable: true, queued: 0 },
    });
    expect((await fetch(`${admin}/livez`)).status).toBe(200);
    expect((await fetch(`${admin}/readyz`)).status).toBe(200);
  });

  it('answers anything else with a problem document, and is not on the public port', async () => {
    const response = await fetch(`${admin}/nothing`, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([404, 413]).toContain(response.status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect((await fetch(`${stack.service.address}/metrics`)).status).toBe(404);
  });

  it('serves a scraper beside hostile ones, and the public port notices nothing', async () => {
    const { port } = new URL(admin);
    const hostile = [
      '',
      'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
      `GET /${'m'.repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
      'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(500),
      'POST /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n',
      '\0\0\0\0',
    ];
    const clients = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        openRaw(Number(port), hostile[index % hostile.length], { isReading: index % 2 === 0 }),
      ),
    );
    expect((await stack.verify(createQuery(200))).status).toBe(200);
    for (const { socket } of clients) socket.destroy();
    await expect.poll(async () => (await fetch(`${admin}/metrics`).catch(() => undefined))?.status).toBe(200);
    expect(await scrape()).not.toContain('mmmm');
  });
});
