import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manual-clock.ts';
import type { Sending } from './audit-dispatch.ts';
import { type AuditChange, createAuditProbes } from './audit-probes.ts';

test('what comes back is tried at once, and one probe at a time', () => {
  const sent: Sending[] = [];
  const changes: AuditChange[] = [];
  const probes = createAuditProbes({
    clock: createManualClock(),
    random: () => 0.5,
    deadlineMs: 100,
    mayFlap: false,
    send: (sending) => sent.push(sending),
    onChange: (change) => changes.push(change),
  });
  probes.tryNow();
  expect(sent).toHaveLength(0);
  probes.failed('STORE_UNREACHABLE');
  probes.tryNow();
  probes.tryNow();
  expect(sent).toHaveLength(1);
  sent[0]?.onReturn?.(false);
  sent[0]?.settle?.(null, 0);
  expect([changes.at(-1), probes.fault()]).toEqual([{ kind: 'recovered' }, null]);
  probes.stop();
});
