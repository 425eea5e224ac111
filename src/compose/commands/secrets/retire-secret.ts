// Ends the older generations of the master secret: all that they have sealed or signed is made anew under the newest, and only when nothing
// of it is left do they go. Whenever it is killed, the older ones are still there and it can be run again.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readChainEnds } from '../../../app/audit/proof/chain-ends.ts';
import { openSealedErasure, sealErasure } from '../../../app/privacy/ledger.ts';
import { createSealOfAll } from '../../../app/seal.ts';
import { countOlder, type KeptRows, type RenewedCount, renewRows } from '../../../app/secrets/renew-rows.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { foldLogs } from '../../../stores/erasure/clean-directory.ts';
import { type MasterSecret, retireGenerations } from '../../../stores/secrets/secrets.file.ts';
import { withRotationLock, writeLastRetired } from '../../../stores/sqlite/database.ts';
import type { OwnersTrail } from '../../backend/backend.ts';
import { toEngine } from '../../backend/engine.ts';
import { signNewestServerAnew } from '../../backend/store-lineage.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { ledgerSealPurpose, openLedger } from '../../parts/erasure/ledger.ts';
import { sweepSharedAnswers } from '../../parts/erasure/shared-answers.ts';
import { openStores, type Stores } from '../../parts/stores.ts';
import { recordAct } from '../audit/operator-act.ts';
import { openGroupRows } from './audit-group-rows.ts';
import { toSecretTables } from './secret-tables.ts';

export interface RetireOptions {
  /** Counts, and changes nothing. */
  readonly isPlan: boolean;
  /** The retirement ends passwords that were not used since the rotation: these operators need a new one. */
  readonly endsPasswords: boolean;
  readonly onProgress: (name: string, rows: number) => void;
  /** The callback runs once if the command has to wait for processes. */
  readonly onWaiting: (processes: number) => void;
}

export interface Retirement {
  /** The newest one, which stays. */
  readonly generation: number;
  /** The list names the generations that are retired, or would be. */
  readonly retires: readonly number[];
  readonly counts: readonly RenewedCount[];
  /** Operators whose password an older generation keys: they have not signed in since. */
  readonly passwords: readonly string[];
  readonly isDone: boolean;
}

export async function retireSecret(config: Config, options: RetireOptions): Promise<Retirement> {
  await using stores = await openStores(config, systemClock);
  const { secret } = stores;
  const generation = secret.generations();
  const done = secret.retired();
  const retires = Array.from({ length: generation - 1 }, (_, index) => index + 1).filter((each) => !done.has(each));
  if (retires.length === 0) {
    throw new OperatorError(
      'There is no older generation of the master secret to retire. Make a newer one first: confere secrets rotate',
    );
  }
  if (!options.isPlan) await untilTakenUp(stores, generation, options.onWaiting);
  const trail = await toEngine(config).openOwnersTrail(() => toAuditSecrets(secret));
  try {
    const all = [...toSecretTables(secret).map(stores.openKeptRows), openGroupRows(trail, secret)];
    const counts = [
      ...(await goThrough(all, options)),
      await renewLedger(config, stores, options.isPlan),
      await sweepSharedAnswers(config, secret, options.isPlan),
    ];
    const passwords = await renewPasswords(config, stores, options);
    const found: Retirement = { generation, retires, counts, passwords, isDone: false };
    const left = options.isPlan ? [] : counts.filter(({ older }) => older > 0);
    if (left.length > 0) throw toLeft(left);
    if (options.isPlan || passwords.length > 0) return found;
    await drop(config, { stores, trail, generation, retires });
    return { ...found, isDone: true };
  } finally {
    await trail.close();
  }
}

async function goThrough(all: readonly KeptRows[], { isPlan, onProgress }: RetireOptions): Promise<RenewedCount[]> {
  const counts: RenewedCount[] = [];
  for (const kept of all) {
    const tell = (rows: number) => onProgress(kept.name, rows);
    counts.push(await (isPlan ? countOlder(kept, tell) : renewRows(kept, tell)));
  }
  return counts;
}

const waitEveryMs = 500;
/** Each process takes a rotation up within half a minute. */
const waitTries = 180;

/** Waits until all processes use the new secret, because data that they still seal with the older one could not be opened afterwards. */
async function untilTakenUp(
  { shared }: Pick<Stores, 'shared'>,
  generation: number,
  onWaiting: RetireOptions['onWaiting'],
): Promise<void> {
  for (let left = waitTries; ; left--) {
    const outdated = (await shared?.countOutdated(generation)) ?? 0;
    if (outdated === 0) return;
    if (left === waitTries) onWaiting(outdated);
    if (left === 0) {
      throw new OperatorError(
        `${outdated} ${outdated === 1 ? 'process works' : 'processes work'} with an older master secret. ` +
          'Copy secrets_dir to every machine, then run this again. Nothing was dropped.',
        1,
      );
    }
    await sleep(waitEveryMs);
  }
}

/** Renews the ledger, including its copy in a database that machines share. */
async function renewLedger(config: Config, { secret, shared }: Stores, isPlan: boolean): Promise<RenewedCount> {
  const all = secret.deriveFresh(ledgerSealPurpose, 32);
  const [newest, both] = [createSealOfAll(() => all.slice(0, 1)), createSealOfAll(() => all)];
  const ledger = openLedger(config);
  let [rows, older] = [0, 0];
  const renew = (erasures: Awaited<ReturnType<typeof ledger.read>>) =>
    erasures.map((erasure) => {
      rows++;
      try {
        openSealedErasure(newest, erasure);
        return erasure;
      } catch {
        older++;
        return sealErasure(newest, openSealedErasure(both, erasure));
      }
    });
  const [own, theirs] = [renew(ledger.read()), renew((await shared?.marks.read()) ?? [])];
  if (!isPlan && older > 0) {
    if (ledger.exists()) ledger.replace(own);
    await shared?.replaceErasures(theirs);
  }
  return { name: 'ledger of erasures', rows, older: isPlan ? older : 0, unreadable: 0 };
}

/**
 * Renews passwords and returns the names of the operators who must sign in first. An operator who signs in elsewhere has a password that no one
 * knows.
 */
async function renewPasswords(
  config: Config,
  { operators, passwords }: Stores,
  { isPlan, endsPasswords }: RetireOptions,
): Promise<readonly string[]> {
  const waiting: string[] = [];
  for (const { id, name, ssoSubject, disabledAtMs } of await operators.list()) {
    const hash = (await operators.findByName(name))?.passwordHash;
    if (hash === undefined || !passwords.isOutdated(hash)) continue;
    const isUnused = ssoSubject !== null || disabledAtMs !== null;
    if (isPlan || !(isUnused || endsPasswords)) {
      if (!isUnused) waiting.push(name);
      continue;
    }
    if (ssoSubject === null) await recordAct(config, 'operator_changed', `${id} password=ended`);
    const nobodys = await passwords.hash(randomBytes(32).toString('base64url'));
    if (!(await operators.renewPassword(id, hash, nobodys))) waiting.push(name);
  }
  return waiting;
}

interface DropOptions {
  readonly stores: Stores;
  readonly trail: OwnersTrail;
  readonly generation: number;
  readonly retires: readonly number[];
}

/** The act comes first, under the newest generation: no record behind it counts under an older one. */
async function drop(config: Config, { stores, trail, generation, retires }: DropOptions): Promise<void> {
  const last = Math.max(...retires);
  await recordAct(config, 'secret_retired', retires.map((each) => `generation ${each}`).join(', '));
  const chains = await readChainEnds(trail);
  await endSessions(stores);
  await signNewestServerAnew(config, stores.secret);
  await (stores.shared === undefined ? writeLastRetired(config.data_dir, last) : stores.shared.noteRetired(last));
  withRotationLock(config.data_dir, () => {
    stores.secret.refresh();
    refuseRotated(stores.secret, generation);
    return retireGenerations(config.secrets_dir, retires, chains);
  });
  await trail.tidy?.();
  await foldLogs(config.data_dir);
}

/** Ends all sessions, because a lookup cannot find a session that an older generation has named. */
async function endSessions({ operators }: Pick<Stores, 'operators'>): Promise<void> {
  for (const { id } of await operators.list()) await operators.endSessionsOf(id);
}

function refuseRotated(secret: MasterSecret, generation: number): void {
  if (secret.generations() === generation) return;
  throw new OperatorError('The master secret was rotated meanwhile. Run this again. Nothing was dropped.', 1);
}

function toLeft(left: readonly RenewedCount[]): OperatorError {
  const told = left.map(({ name, older }) => `${name}: ${older}`).join(', ');
  return new OperatorError(
    `Something is still sealed anew with an older master secret (${told}). ` +
      'Look for a process with an older copy of secrets_dir, then run this again. Nothing was dropped.',
    1,
  );
}
