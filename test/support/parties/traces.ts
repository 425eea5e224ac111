// What the audit of a home says of calls to parties, read from the file itself: whoever was called about somebody must have left a trace.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parseContent, toSubject, toSubjectText } from '../../../src/app/audit/record.ts';
import { toAuditSecrets } from '../../../src/compose/parts/audit/audit-secrets.ts';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import type { ContractSource } from '../../../src/domain/person/contract-sources.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { toAuditPath } from '../../../src/stores/audit/audit-database.sqlite.ts';
import { openMasterSecret } from '../../../src/stores/secrets/secrets.file.ts';
import { parties } from './simulated-sources.ts';

const sources = Object.entries(parties) as [ContractSource, string][];

export function readTraces(directory: string, dataDirectory = join(directory, 'data')) {
  const secret = openMasterSecret({ directory: join(directory, 'secrets'), mayCreate: false });
  const [{ subjectKey }] = toAuditSecrets(secret);
  const database = new Database(toAuditPath(dataDirectory), { readonly: true });
  const contents = database.prepare('SELECT content FROM records WHERE content IS NOT NULL').pluck().all() as string[];
  const openSql = 'SELECT at_ms FROM records WHERE sequence IN (SELECT sequence FROM open_intents)';
  /** When each intent that nothing completed was written, by the list that the store keeps. */
  const openAtMs = database.prepare(openSql).pluck().all() as number[];
  database.close();
  /** Requests whose record is there. */
  const recorded = new Set<string>();
  const named = new Set<string>();
  for (const content of contents) {
    const { kind, requestId, subject, target } = parseContent(content) ?? {};
    if (kind === 'cpf') recorded.add(requestId as string);
    const called =
      kind === 'cpf' ? sources.map(([source]) => source) : kind === 'intent' ? (target ?? '').split(' ') : [];
    for (const source of called) named.add(`${source} ${subject}`);
  }
  return {
    recorded,
    openAtMs,
    /** Calls that were counted at the parties about these people and of which there is neither a record nor an intent, and all of them. */
    countCalls(simulator: Simulator, people: readonly Cpf[]) {
      let [untraced, all] = [0, 0];
      for (const cpf of people) {
        const subject = toSubject(subjectKey, toSubjectText('cpf', cpf));
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
