// The sealed rows of the audit: those of an older generation are sealed anew under the newest. What the chain is proven by stays as it is.

import { sealAnew } from '../../../app/audit/groups/change-group.ts';
import { createGroupOpener, createSealGroup, type KeptGroup } from '../../../app/audit/groups/group.ts';
import type { KeptRow, KeptRows, Renewal } from '../../../app/secrets/renew-rows.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import type { OwnersTrail } from '../../backend/backend.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';

export function openGroupRows(trail: OwnersTrail, secret: MasterSecret): KeptRows {
  const secrets = toAuditSecrets(secret);
  const opener = createGroupOpener(secrets);
  const seal = createSealGroup(secrets[0]);

  function renew(kept: KeptRow): Renewal {
    const group = kept as unknown as KeptGroup;
    if (group.generation === secret.generations()) return { kind: 'newest' };
    try {
      return { kind: 'older', renewed: sealAnew(group, opener, seal) as unknown as Record<string, Uint8Array> };
    } catch {
      return { kind: 'unreadable' };
    }
  }

  return {
    name: 'audit records',
    renew,
    async *pages() {
      for (const { chain } of await trail.chains()) {
        const starts = await trail.starts();
        const after = starts.get(chain)?.sequence ?? 0;
        for await (const groups of trail.pages({ chain, after }))
          yield groups.filter(({ contents }) => contents !== null) as unknown as readonly KeptRow[];
      }
    },
    replace: (rows) =>
      trail.replaceGroups(
        rows.map(({ row, values }) => ({
          before: row as unknown as KeptGroup,
          after: values as unknown as KeptGroup,
        })),
      ),
  };
}
