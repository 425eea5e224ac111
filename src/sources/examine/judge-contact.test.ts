import { expect, test } from 'vitest';
import { judgeContact, judgeOwnCertificate, judgeOwnClock } from './judge-contact.ts';

const nowMs = Date.parse('2026-11-15T12:00:00Z');
const dayMs = 86_400_000;
const reached = { kind: 'reached', certificateEndsMs: nowMs + 60 * dayMs, clockAheadMs: 200, tookMs: 5 } as const;
const statesOf = (contact: Parameters<typeof judgeContact>[2]) =>
  judgeContact('source.bureau_a', 'A', contact, nowMs).map(({ state }) => state);

test('a party with a good certificate and our time is well', () => {
  expect(statesOf(reached)).toEqual(['ok']);
  expect(statesOf({ ...reached, certificateEndsMs: null, clockAheadMs: null })).toEqual(['ok']);
});

test('a certificate that ends within two weeks is a warning while there is time to renew it', () => {
  expect(statesOf({ ...reached, certificateEndsMs: nowMs + 13 * dayMs })).toEqual(['warning']);
});

test.each([-31_000, 31_000])('a clock that differs by %i ms is a warning', (clockAheadMs) => {
  expect(statesOf({ ...reached, clockAheadMs })).toEqual(['ok', 'warning']);
});

test('a name without an address, a refused handshake and a code that nobody foresaw are faults', () => {
  expect(statesOf({ kind: 'no_address', host: 'nowhere.invalid', code: 'ENOTFOUND' })).toEqual(['fault']);
  expect(statesOf({ kind: 'refused', code: 'CERT_HAS_EXPIRED' })).toEqual(['fault']);
  expect(judgeContact('s', 'A', { kind: 'refused', code: 'EPROTO' }, nowMs)[0]?.says).toContain('EPROTO');
});

test('only when every party says the same of the time is the clock of this machine at fault', () => {
  expect(judgeOwnClock([90_000])).toEqual([]);
  expect(judgeOwnClock([90_000, 100])).toEqual([]);
  expect(judgeOwnClock([90_000, -90_000])).toEqual([]);
  expect(judgeOwnClock([90_000, 91_000]).map(({ state, says }) => [state, says])).toEqual([
    ['fault', 'All 2 parties say that the clock of this machine is behind.'],
  ]);
});

test('our own certificate for mutual TLS is told with its last day, and more urgently 60, 30 and 7 days before it', () => {
  const judge = (days: number, startsMs = 0) => {
    const { state, says, advice } = judgeOwnCertificate('s', 'A', { startsMs, endsMs: nowMs + days * dayMs }, nowMs);
    return [state, says, advice];
  };
  const then = 'Then replace the file that tls names and send the service SIGHUP.';
  expect(judge(61)).toEqual(['ok', 'A: our certificate ends on 2027-01-15, in 61 days.', null]);
  expect(judge(59)).toEqual([
    'warning',
    'A: our certificate ends on 2027-01-13, in 59 days.',
    `Order its successor. ${then}`,
  ]);
  expect(judge(29)[2]).toBe(`Renew it now. ${then}`);
  expect(judge(6)[2]).toBe(`Renew it today. ${then}`);
  expect(judge(0)).toEqual([
    'fault',
    'A: our certificate ended on 2026-11-15.',
    `The party refuses every call. ${then}`,
  ]);
  expect(judge(300, nowMs + dayMs)[0]).toBe('fault');
});
