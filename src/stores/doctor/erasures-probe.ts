// Whether the data has gone through every erasure of the ledger: a copy from before one brings a person back.

import { fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { countLost, type ErasureParts, listMissing } from '../../app/privacy/erase-person.ts';

const subject = 'erasures';

export function createErasuresProbe(
  open: () => Promise<Pick<ErasureParts, 'ledger' | 'marks'>>,
  listOld: () => readonly string[],
): Probe {
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
      const [old] = listOld();
      if (old !== undefined) {
        return warning(
          subject,
          `${old} holds personal data from before a restore or a move, and nobody can be erased there.`,
          'Remove it once you do not need it: confere privacy erase refuses until then.',
        );
      }
      const count = parts.ledger.read().length;
      return ok(subject, count === 0 ? 'Nobody was erased yet.' : `${count} in the ledger, all carried out.`);
    },
  };
}
