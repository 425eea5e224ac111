// What the audit of a home says of calls to parties, read from the file itself: whoever was called about somebody must have left a trace.

import { join } from 'node:path';
import { toSubjectHash, toSubjectText } from '../../../src/app/audit/record.ts';
import { toAuditSecrets } from '../../../src/compose/parts/audit/audit-secrets.ts';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import type { ContractSource } from '../../../src/domain/person/contract-sources.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { openMasterSecret } from '../../../src/stores/secrets/secrets.file.ts';
import { readHomeRecords } from '../audit-rows.ts';
import { parties } from './simulated-sources.ts';

const sources = Object.entries(parties) as [ContractSource, string][];

export function readTraces(directory: string, dataDirectory = join(directory, 'data')) {
  const secret = openMasterSecret({ directory: join(directory, 'secrets'), mayCreate: false });
  const [{ subjectKey }] = toAuditSecrets(secret);
  const records = readHomeRecords(directory, dataDirectory).map(({ content }) => content);
  /** Requests of intents that nothing completed. */
  const open = new Map<string, number>();
  /** Requests whose record is there. */
  const recorded = new Set<string>();
  const named = new Set<string>();
  for (const { kind, requestId, subject, target, atMs } of records) {
    if (kind === 'intent' && target !== '') open.set(requestId as string, atMs);
    else if (kind === 'cpf' || kind === 'intent') open.delete(requestId as string);
    if (kind === 'cpf') recorded.add(requestId as string);
    const called =
      kind === 'cpf' ? sources.map(([source]) => source) : kind === 'intent' ? (target ?? '').split(' ') : [];
    for (const source of called) named.add(`${source} ${subject}`);
  }
  return {
    recorded,
    openAtMs: [...open.values()],
    /** Calls that were counted at the parties about these people and of which there is neither a record nor an intent, and all of them. */
    countCalls(simulator: Simulator, people: readonly Cpf[]) {
      let [untraced, all] = [0, 0];
      for (const cpf of people) {
        const subject = toSubjectHash(subjectKey, toSubjectText('cpf', cpf));
        for (const [source, party] of sources) {
          const calls = simulator.callsFor(party, cpf);
          all += calls;
          if (!named.has(`${source} ${subject}`)) untraced += calls;
        }
      }
      return { untraced, all };
    },
  };
}
