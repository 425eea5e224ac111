// Puts the trial of another sensitivity together: the screenings of the audit against the editions of this machine.

import { createTrySensitivity, type TrySensitivity } from '../../../app/screening/try-sensitivity.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import type { ServiceAudit } from '../audit/audit.ts';
import { createRecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';
import type { Screening } from './screening.ts';

type Parts = Pick<ServiceAudit, 'audit' | 'reader'> & Pick<Screening, 'findEditions'>;

export function openTrySensitivity({ config, clock }: Core, parts: Parts): TrySensitivity {
  return createTrySensitivity({
    trail: parts.reader,
    record: createRecordAct(parts.audit, clock),
    openEditions: async (editions) => {
      const { createOpenEditions } = await import('../../../screening/open-editions.ts');
      return createOpenEditions(toListsDirectory(config))(editions);
    },
    findLive: (wanted) => {
      const known = parts.findEditions('live', toBrazilDay(clock.nowMs())) ?? [];
      const { edition = null, sensitivity } = known.find(({ list }) => list === wanted) ?? {};
      return edition === null || sensitivity === undefined ? undefined : { list: wanted, edition, sensitivity };
    },
    clock,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
}
