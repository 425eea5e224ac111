import { expect, test } from 'vitest';
import { judgeExpiry } from './certificate-expiry.ts';

const nowMs = Date.parse('2026-11-15T12:00:00Z');
const dayMs = 86_400_000;

test.each([
  [400, 'none'],
  [60, 'none'],
  [59.9, 'plan'],
  [30, 'plan'],
  [29.9, 'renew'],
  [7, 'renew'],
  [6.9, 'urgent'],
  [0.01, 'urgent'],
  [0, 'ended'],
  [-30, 'ended'],
])('a certificate that ends in %d days is %s', (days, urgency) => {
  expect(judgeExpiry(nowMs + days * dayMs, nowMs)).toEqual({ urgency, daysLeft: Math.max(0, Math.floor(days)) });
});
