// Whether the data has gone through every erasure of the ledger: a copy from before one brings a person back.

import { fault, ok, type Probe } from '../../app/doctor/finding.ts';
import { countLost, type ErasureParts, listMissing } from '../../app/privacy/erase-person.ts';

const subject = 'erasures';

export function createErasuresProbe(open: () => Promise<Pick<ErasureParts, 'ledger' | 'marks'>>): Probe {
  return {
    subject,
    run: async () => {
      const parts = await open();
      const [missing, lost] = [(await listMissing(parts)).length, await countLost(parts)];
      if (missing > 0) {
        return fault(
          subject,
          `${missing} erasures of the ledger were not carried out in this data: a database came back from an older copy.`,
          'Run: confere privacy reapply',
        );
      }
      if (lost > 0) {
        return fault(
          subject,
          `The ledger of erasures lacks ${lost} that the data went through: it is an older copy, or gone.`,
          'Put its newest copy in place: erasures.ndjson of the newest backup, see docs/operations.md',
        );
      }
      const count = parts.ledger.read().length;
      return ok(subject, count === 0 ? 'Nobody was erased yet.' : `${count} in the ledger, all carried out.`);
    },
  };
}
