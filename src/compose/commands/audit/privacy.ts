// Puts together what answers a person's request: the audit, the secret that finds them in it, and every place that holds something.

import {
  countLost,
  type ErasureParts,
  erasePerson,
  findHeld,
  reapplyErasures,
} from '../../../app/privacy/erase-person.ts';
import type { Person } from '../../../app/privacy/person.ts';
import { makePersonReport } from '../../../app/privacy/person-report.ts';
import { toReportPage } from '../../../app/privacy/report-page.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import { cleanDatabases } from '../../../stores/erasure/clean-directory.ts';
import {
  clockSkewMs,
  createErasureId,
  openErasure,
  toPersonOfDocument,
  toPersonToErase,
} from '../../parts/erasure/erasure.ts';
import { openStores, type Stores } from '../../parts/stores.ts';
import { type OperatorAudit, openOperatorAudit } from './operator-audit.ts';

/** A person without a CPF is known by the number of a document, in the form used for comparison. */
export type KnownPerson = Cpf | { readonly identityNumber: string };

function toKnown(stores: Stores, known: KnownPerson): Person {
  return typeof known === 'string'
    ? toPersonToErase(stores, known, systemClock)
    : toPersonOfDocument(stores, known.identityNumber, systemClock);
}

export function makeReport(config: Config, known: KnownPerson, format: 'html' | 'json'): Promise<string> {
  return withErasure(config, async (parts, audit, stores) => {
    const person = toKnown(stores, known);
    const held = await findHeld(person, parts);
    const report = await makePersonReport(person, held, { ...audit, keys: stores.keys, clock: systemClock });
    return format === 'html' ? toReportPage(report) : `${JSON.stringify(report, null, 2)}\n`;
  });
}

/**
 * `reapplied`: erasures that were begun before and are ended now. `damaged`: rows that it could not look into. `erased` counts what this
 * command took. `isShared`: another process found the ledger's line meanwhile and took what it reached first.
 */
export function erase(config: Config, known: KnownPerson, onStep?: ErasureParts['onStep']) {
  return withErasure(config, async (opened, { trail }, stores) => {
    const parts = { ...opened, ...(onStep && { onStep }) };
    const id = createErasureId();
    const startMs = systemClock.nowMs();
    const erased = await erasePerson(toKnown(stores, known), id, parts);
    const { erasures: reapplied } = await reapplyErasures(parts);
    // Whoever makes the erasure names it in an act before anything goes. Clocks of nodes differ, and nobody knew the id before.
    const acts = await trail.findActsNaming([id], startMs - clockSkewMs);
    return { erased, isShared: acts.length > 1, reapplied, damaged: parts.listDamaged() };
  });
}

/** `lost`: erasures that a database knows and the ledger does not. */
export function reapply(config: Config) {
  return withErasure(config, async (parts) => ({
    ...(await reapplyErasures(parts)),
    lost: await countLost(parts),
    damaged: parts.listDamaged(),
  }));
}

/** Repeats the erasures beside the data that a restore moved aside. No process works on that data any more. */
export function reapplyAfterRestore(config: Config): Promise<{ readonly erasures: number }> {
  return withErasure(config, (parts) =>
    reapplyErasures({
      ...parts,
      refuseUnreachable: () => {},
      clean: (pieces) => cleanDatabases(config.data_dir, pieces),
    }),
  );
}

async function withErasure<Result>(
  config: Config,
  work: (erasure: ErasureParts, audit: OperatorAudit, stores: Stores) => Promise<Result>,
): Promise<Result> {
  await using stores = await openStores(config, systemClock);
  await using audit = await openOperatorAudit(config, stores.secret);
  return await work(openErasure({ ...audit, config, stores, clock: systemClock }), audit, stores);
}
