// The sealed details of the audit as rows. A record names the hash of its own seal, so that one stays as it is, inside a seal of the newest
// generation.

import type { AuditRow } from '../../../app/audit/ports.ts';
import { isBare, parseContent, unwrapDetails, wrapDetails } from '../../../app/audit/record.ts';
import type { KeptRow, KeptRows, Renewal } from '../../../app/secrets/renew-rows.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import type { OwnersTrail } from '../../backend/backend.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';

export function openDetailsRows(trail: OwnersTrail, secret: MasterSecret): KeptRows {
  const secrets = toAuditSecrets(secret);
  const newest = secrets.slice(0, 1);

  function renew(kept: KeptRow): Renewal {
    const { content: text, sealedDetails } = kept as unknown as AuditRow;
    const content = text === null ? undefined : parseContent(text);
    if (content === undefined || sealedDetails === null) return { kind: 'unreadable' };
    const isOwn = content.generation === secret.generations();
    if (isBare(sealedDetails, content) ? isOwn : isBare(unwrapDetails(sealedDetails, content, newest), content))
      return { kind: 'newest' };
    const bare = unwrapDetails(sealedDetails, content, secrets);
    if (!isBare(bare, content)) return { kind: 'unreadable' };
    return { kind: 'older', renewed: { sealedDetails: wrapDetails(bare, content, newest) } };
  }

  return {
    name: 'audit details',
    renew,
    async *pages() {
      for (const { chain } of await trail.chains()) {
        const starts = await trail.starts();
        const after = starts.get(chain)?.sequence ?? 0;
        for await (const rows of trail.pages({ chain, after }))
          yield rows.filter(({ sealedDetails }) => sealedDetails !== null) as unknown as readonly KeptRow[];
      }
    },
    replace: (rows) =>
      trail.replaceDetails(
        rows.map(({ row, values }) => {
          const { chain, sequence, sealedDetails } = row as unknown as AuditRow;
          return {
            chain,
            sequence,
            before: sealedDetails ?? new Uint8Array(),
            after: values['sealedDetails'] ?? new Uint8Array(),
          };
        }),
      ),
  };
}
