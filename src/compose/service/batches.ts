// Puts batches together: what takes them in, what works them off in the background, and what deletes them when their time is over.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOperatorBatches, type RecordOperatorAct } from '../../app/batches/operator-batches.ts';
import { isOperatorOwner, toOwnerKey } from '../../app/batches/operator-owner.ts';
import { createPlaces } from '../../app/batches/places.ts';
import type { RowStatus } from '../../app/batches/ports.ts';
import { createReadBatches, type ReadBatches } from '../../app/batches/read-batches.ts';
import { createReceiveBatch, type ReceiveBatch } from '../../app/batches/receive-batch.ts';
import { type AnswerQuestion, createRunBatch } from '../../app/batches/run-batches.ts';
import { faultPauseMs, type Job } from '../../app/jobs/run-jobs.ts';
import type { CountRequest } from '../../app/keys/key-limits.ts';
import type { Clock, InWork } from '../../app/ports.ts';
import { createRequestIds } from '../../app/request-id.ts';
import type { VerifyCnpj } from '../../app/verify/verify-cnpj.ts';
import type { VerifyCpf } from '../../app/verify/verify-cpf.ts';
import { openUploadedTable } from '../../bulk/uploaded-table.ts';
import { writeWorkbook } from '../../bulk/xlsx/new-workbook.ts';
import type { Config } from '../../config.ts';
import { toCnpjResponse } from '../../http/answer/cnpj-response.ts';
import { toCpfResponse } from '../../http/answer/cpf-response.ts';
import type { ConsoleBatches } from '../../http/console/route.ts';
import { batchSealPurpose } from '../parts/batch-seal.ts';
import type { Vault } from '../parts/vault.ts';
import { openEvents } from '../parts/webhook-parts.ts';

interface BatchesOptions {
  readonly config: Config;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly verifyCpf: VerifyCpf;
  readonly verifyCnpj: VerifyCnpj;
  readonly countRequest: CountRequest;
  readonly inWork: InWork;
  readonly createRequestId: () => string;
  readonly onRow: (status: RowStatus) => void;
  readonly onFault: (job: string, error: unknown) => void;
}

interface Batches {
  readonly receiveBatch: ReceiveBatch;
  readonly batches: ReadBatches;
  readonly jobs: readonly Job[];
  /** For the console, which writes down every act by `record`. */
  openForOperators(record: RecordOperatorAct): ConsoleBatches;
}

const hourMs = 3_600_000;
/** One that waits for its key, be it until the next month, costs next to nothing and must not keep others from their turn. */
const runningAtOnce = 2_000;
/** Half of the calls that a source has under way at most, so that single requests find it free. */
const rowsOfAllAtOnce = 128;
const purgedAtOnce = 2_000;

export function openBatches(options: BatchesOptions): Batches {
  const { config, vault, clock, onFault } = options;
  const { batches: store } = vault;
  const seal = vault.sealFor(batchSealPurpose);
  const run = createRunBatch({
    ...options,
    store,
    keys: {
      find: async (id) => (isOperatorOwner(id) ? toOwnerKey(id, await vault.operators.list()) : vault.keys.find(id)),
    },
    seal,
    answer: createAnswer(options),
    createEvent: openEvents(vault, clock),
    rowsAtOnce: config['batches.rows_at_once'],
    places: createPlaces(rowsOfAllAtOnce),
    keptMs: config['batches.kept_hours'] * hourMs,
    onStoreFault: (error) => onFault('batches', error),
  });
  const underWay = new Set<string>();
  const findIdle = async () => {
    const running = await store.listRunning(runningAtOnce);
    return running.filter((id) => !underWay.has(id)).slice(0, runningAtOnce - underWay.size);
  };
  const limits = {
    rowsMax: config['batches.rows_max'],
    bodyBytesMax: config['batches.body_bytes_max'],
    unfinishedPerKeyMax: config['batches.unfinished_per_key_max'],
  };
  const receiveBatch = createReceiveBatch({
    store,
    webhooks: vault.webhooks,
    seal,
    hashSecret: vault.secret.deriveFirst('batch-hash', 32),
    clock,
    createId: createRequestIds(clock, randomBytes, 'bat_'),
    limits,
  });
  return {
    receiveBatch,
    batches: createReadBatches(store, seal),
    openForOperators: (record) => ({
      operatorBatches: createOperatorBatches({
        store,
        seal,
        clock,
        receiveBatch,
        openTable: (bytes, rules, opened) => openUploadedTable(bytes, { ...rules, rowsMax: limits.rowsMax }, opened),
        writeWorkbook,
        rowsMax: limits.rowsMax,
        record,
      }),
      limits: { ...limits, keptHours: config['batches.kept_hours'] },
    }),
    jobs: [
      {
        name: 'batches',
        // Where nodes share them, each works on rows of its own.
        isEverywhere: vault.shared !== undefined,
        hasWork: async () => (await findIdle()).length > 0,
        async run(turn) {
          for (const id of await findIdle()) {
            underWay.add(id);
            const ended = turn.begin(async (part) => {
              await run(id, part).catch((error: unknown) => {
                onFault('batches', error);
                return sleep(faultPauseMs, undefined, { signal: part.signal, ref: false }).catch(() => {});
              });
            });
            void ended.finally(() => underWay.delete(id));
          }
        },
      },
      {
        name: 'batch purge',
        hasWork: () => store.hasWaste(clock.nowMs()),
        run: () => store.purge(clock.nowMs(), purgedAtOnce),
      },
    ],
  };
}

/** As the two routes answer. */
function createAnswer({ verifyCpf, verifyCnpj }: BatchesOptions): AnswerQuestion {
  return async (question, caller, explain) => {
    const { requestId } = caller;
    if (question.kind === 'cpf') {
      const { cpf, name, birthDate } = question;
      return toCpfResponse(await verifyCpf({ cpf, name, birthDate }, caller), cpf, requestId, explain);
    }
    const { cnpj, companyName } = question;
    return toCnpjResponse(await verifyCnpj({ cnpj, companyName }, caller), cnpj, requestId, explain);
  };
}
