// Puts batches together: what takes them in, what works them off in the background, and what deletes them when their time is over.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VerifiedScreening } from '../../app/audit/entry.ts';
import { coverScreening } from '../../app/audit/read/seen-screening.ts';
import { createOperatorBatches, type RecordOperatorAct } from '../../app/batches/operator-batches.ts';
import { isOperatorOwner, toOwnerKey } from '../../app/batches/operator-owner.ts';
import { createPlanBatch } from '../../app/batches/plan-batch.ts';
import { createReadBatches } from '../../app/batches/read-batches.ts';
import { createReceiveBatch } from '../../app/batches/receive-batch.ts';
import { createRepeatBatch } from '../../app/batches/repeat-batch.ts';
import { createRunBatch } from '../../app/batches/run/run-batch.ts';
import type { AnswerQuestion } from '../../app/batches/run/run-row.ts';
import type { ScreenQuestion } from '../../app/batches/run/screen-row.ts';
import type { Budgets } from '../../app/budgets/budgets.ts';
import { createOpenForecast } from '../../app/budgets/forecast.ts';
import { toScreened } from '../../app/bulk/question.ts';
import { faultPauseMs } from '../../app/jobs/run-jobs.ts';
import { createRequestIds } from '../../app/random.ts';
import type { Screen } from '../../app/screening/screen.ts';
import { createSemaphore } from '../../app/waiting/semaphore.ts';
import { writeWorkbook } from '../../bulk/xlsx/write/new-workbook.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import { toBrief } from '../../domain/screening/brief.ts';
import { toCnpjResponse } from '../../http/answer/bodies/cnpj-response.ts';
import { toCpfResponse } from '../../http/answer/bodies/cpf-response.ts';
import { toShortScreening } from '../../http/answer/bodies/short-screening.ts';
import { addBatchRoutes } from '../../http/batches/routes.ts';
import type { ConsoleBatches } from '../../http/console/route.ts';
import { listSourceNames } from '../parts/source-names.ts';
import { openEvents } from '../parts/webhook-parts.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';
import type { Verifications } from './verifications.ts';

export interface Batches extends Feature {
  /** For the console, which writes down every act by `record`. */
  openForOperators(record: RecordOperatorAct): ConsoleBatches;
}

const hourMs = 3_600_000;
/** One that waits for its key, even until the next month, costs next to nothing and must not keep others from their turn. */
const runningAtOnce = 2_000;
/** Half of the calls that a source has under way at most, so that single requests find it free. */
const rowsOfAllAtOnce = 128;
const purgedAtOnce = 2_000;

interface Verify extends Pick<Verifications, 'verifyCpf' | 'verifyCnpj' | 'parties'> {
  readonly screen: Screen;
  readonly prices: Prices;
  readonly budgets: Budgets | undefined;
  readonly record: RecordOperatorAct;
}

export function openBatches(core: Core, verify: Verify): Batches {
  const { config, stores, clock, purgeClock, limits: shared, metrics, onJobFault, onRowFault } = core;
  const { batches: store } = stores;
  const seal = stores.sealFor('batch');
  const run = createRunBatch({
    clock,
    countRequest: core.countRequest,
    inWork: shared.inWork,
    createRequestId: core.createRequestId,
    onRow: (status) => metrics.count('confere_batch_rows_total', { status }),
    store,
    keys: {
      find: async (id) => (isOperatorOwner(id) ? toOwnerKey(id, await stores.operators.list()) : stores.keys.find(id)),
    },
    seal,
    answer: createAnswer(verify),
    screen: createScreenQuestion(verify.screen),
    isAlwaysScreened: config['screening.verify'],
    createEvent: openEvents(stores, clock),
    rowsAtOnce: config['batches.rows_at_once'],
    rowsInWork: createSemaphore(rowsOfAllAtOnce),
    keptMs: config['batches.kept_hours'] * hourMs,
    onStoreFault: (error) => onJobFault('batches', error),
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
  const openForecast = createOpenForecast({ ...verify, clock });
  const createId = createRequestIds(clock, randomBytes, 'bat_');
  const { unfinishedPerKeyMax } = limits;
  const onFault = (id: string, row: number) => onRowFault({ table: 'batch_rows', id: `${id}:${row}` });
  const repeatBatch = createRepeatBatch({ store, seal, clock, createId, unfinishedPerKeyMax, onFault });
  const receiveBatch = createReceiveBatch({
    store,
    webhooks: stores.webhooks,
    seal,
    orderSecrets: () => stores.secret.deriveEver('batch-hash', 32),
    openTable: core.openTable,
    openForecast,
    clock,
    isAlwaysScreened: config['screening.verify'],
    createId,
    limits,
  });
  const listParties = () => (verify.parties.cpf.length > 0 ? verify.parties.cpf : listSourceNames(config));
  const planBatch = createPlanBatch({ openTable: core.openTable, openForecast, clock, limits, listParties });
  const batches = createReadBatches({ store, seal, onFault });
  /** Records acts with live keys alone, because nothing of the sandbox is in the audit. */
  const recordAct: Parameters<typeof addBatchRoutes>[1]['recordAct'] = async ({ id: keyId, mode }, act, id) => {
    if (mode === 'live') await verify.record(keyId, act, id);
  };
  return {
    routes: (server, parts) =>
      addBatchRoutes(server, { ...parts, receiveBatch, repeatBatch, planBatch, batches, recordAct }),
    openForOperators: (record) => ({
      operatorBatches: createOperatorBatches({
        store,
        seal,
        clock,
        receiveBatch,
        repeatBatch,
        openTable: core.openTable,
        openForecast,
        writeWorkbook,
        rowsMax: limits.rowsMax,
        record,
        onFault,
        listParties,
      }),
      limits: { ...limits, keptHours: config['batches.kept_hours'] },
    }),
    jobs: [
      {
        name: 'batches',
        // Where nodes share them, each works on rows of its own.
        isEverywhere: stores.shared !== undefined,
        hasWork: async () => (await findIdle()).length > 0,
        async run(turn) {
          for (const id of await findIdle()) {
            underWay.add(id);
            const ended = turn.begin(async (part) => {
              await run(id, part).catch((error: unknown) => {
                onJobFault('batches', error);
                return sleep(faultPauseMs, undefined, { signal: part.signal, ref: false }).catch(() => {});
              });
            });
            void ended.finally(() => underWay.delete(id));
          }
        },
      },
      {
        name: 'batch purge',
        hasWork: () => store.hasWaste(purgeClock.nowMs()),
        run: () => store.purge(purgeClock.nowMs(), purgedAtOnce),
      },
    ],
  };
}

/** As `POST /v1/screen` finds it, in short. */
function createScreenQuestion(screen: Screen): ScreenQuestion {
  return async (question, caller, language) => {
    const screened = toScreened(question);
    const screening = await screen({ screened, withPartners: false }, caller);
    const found = { brief: toBrief(screening), editions: screening.lists };
    return { screening: toShortScreening(found, language), coverage: coverScreening(screening.facts) };
  };
}

/** Creates the function that answers as the two routes do. */
function createAnswer({ verifyCpf, verifyCnpj }: Verify): AnswerQuestion {
  return async (question, caller, { explain, language }) => {
    const { requestId } = caller;
    const screened = ({ screening }: { readonly screening?: VerifiedScreening | undefined }) =>
      screening === undefined ? {} : { screening: toShortScreening(screening, language) };
    if (question.kind === 'cpf') {
      const { cpf, name, birthDate } = question;
      const verification = await verifyCpf({ cpf, name, birthDate }, caller);
      return { ...toCpfResponse(verification, cpf, requestId, explain), ...screened(verification) };
    }
    const { cnpj, companyName } = question;
    const verification = await verifyCnpj({ cnpj, companyName }, caller);
    return { ...toCnpjResponse(verification, cnpj, requestId, explain), ...screened(verification) };
  };
}
