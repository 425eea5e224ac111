// What a machine remembers of the audit that it wrote, in each backend: an older copy, a missing end and a record without our key are not
// gone on with, also by a process that starts anew, until an operator decides.

import { describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../src/app/audit/verify-audit.ts';
import type { ThreadedAuditLog } from '../../../src/stores/audit/log/audit-log.ts';
import { openRememberedHeads } from '../../../src/stores/audit/state/remembered-heads.file.ts';
import { auditCheck, toPersonEntry } from './audit.contract.ts';

export interface RememberedAudit {
  readonly stateFolder: string;
  /** A process that writes with what this machine remembers. */
  openLog(): ThreadedAuditLog;
  readTrail(): Parameters<typeof verifyAudit>[0]['trail'];
  /** Keeps a copy of all records and heads, and puts it back in place of what is there. */
  keepCopy(): Promise<() => Promise<void>>;
  /** Removes records after this one, and heads that name them. */
  cutAfter(sequence: number): Promise<void>;
  /** Adds a record after the last, linked as anybody can who has read our source. */
  appendForged(): Promise<void>;
  /** Takes the whole audit away. */
  remove(): Promise<void>;
}

export function describeAuditState(backend: string, open: () => Promise<RememberedAudit>): void {
  const write = async (audit: RememberedAudit, from: number, to: number) => {
    const log = audit.openLog();
    for (let index = from; index <= to; index++) await log.append(toPersonEntry(index));
    await log.close();
  };
  const verify = (audit: RememberedAudit) => {
    const remembered = openRememberedHeads(audit.stateFolder).list();
    return verifyAudit({ trail: audit.readTrail(), check: auditCheck, remembered });
  };
  const refusal = async (audit: RememberedAudit) => {
    const log = audit.openLog();
    const fault = await log.append(toPersonEntry(9)).then(
      () => 'written',
      (error: Error) => error.message,
    );
    expect(log.isWritable()).toBe(fault === 'written');
    await log.close();
    return fault;
  };

  describe(`what a machine remembers of the audit in ${backend}`, () => {
    test('lets the next process go on', async () => {
      const audit = await open();
      await write(audit, 1, 3);
      expect(openRememberedHeads(audit.stateFolder).list()).toMatchObject([{ sequence: 3 }]);
      expect(await verify(audit)).toMatchObject({ kind: 'intact', records: 3 });
      expect(await refusal(audit)).toBe('written');
    });

    test('makes an older copy be refused, for as long as it lies there', async () => {
      const audit = await open();
      await write(audit, 1, 3);
      const putBack = await audit.keepCopy();
      await write(audit, 4, 5);
      const putNewest = await audit.keepCopy();
      await putBack();
      expect(await verify(audit)).toMatchObject({
        kind: 'broken',
        sequence: 5,
        fault: 'records that this machine wrote are missing',
      });
      expect(await refusal(audit)).toBe('AUDIT_REWOUND');
      expect(await refusal(audit)).toBe('AUDIT_REWOUND');
      await putNewest();
      expect(await verify(audit)).toMatchObject({ kind: 'intact', records: 5 });
      expect(await refusal(audit)).toBe('written');
    });

    test('makes a missing end be refused, though every head that is left agrees', async () => {
      const audit = await open();
      await write(audit, 1, 5);
      await audit.cutAfter(4);
      expect(await verify(audit)).toMatchObject({ kind: 'broken', sequence: 5 });
      expect(await refusal(audit)).toBe('AUDIT_REWOUND');
    });

    test('makes a record without our key be refused, and nothing is written after it', async () => {
      const audit = await open();
      await write(audit, 1, 3);
      await audit.appendForged();
      expect(await verify(audit)).toMatchObject({
        kind: 'broken',
        sequence: 4,
        fault: 'the record does not follow from the one before it',
      });
      expect(await refusal(audit)).toBe('AUDIT_FORGED');
      expect(await verify(audit)).toMatchObject({ kind: 'broken', sequence: 4 });
    });

    test('makes an audit that is gone be refused, rather than begun anew', async () => {
      const audit = await open();
      await write(audit, 1, 3);
      await audit.remove();
      expect(await verify(audit)).toMatchObject({
        kind: 'broken',
        fault: 'records that this machine wrote are missing',
      });
      expect(await refusal(audit)).toBe('AUDIT_LOST');
    });
  });
}
