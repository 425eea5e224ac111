// Lote: an operator's own batches, and the two calls that take a file: one that looks at it, one that takes it in. The result is a
// download of its own, so that no page ever holds it.

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileBatch, OthersBatch } from '../../../app/batches/operator-batches.ts';
import { hasNumbers } from '../../../app/batches/preview-table.ts';
import { columnRoles } from '../../../app/bulk/column-names.ts';
import type { Columns } from '../../../app/bulk/columns.ts';
import { AppError } from '../../../errors.ts';
import { withFileHeaders } from '../../answer/page-headers.ts';
import { toBatchResponse, toSpendingResponse } from '../../batches/routes.ts';
import { getSignedIn } from '../access/gate.ts';
import type { BodyOf } from '../body.ts';
import { type BatchFileAnswers, type BatchView, batchFileForms, type OthersBatchView } from '../contracts/batch.ts';
import { addFileRoutes, type FileCall } from '../files/add-file-routes.ts';
import { refusePurpose } from '../purpose.ts';
import type { AddConsoleRoute, ConsoleOptions, EnterConsole } from '../route.ts';

export function addBatchRoutes(add: AddConsoleRoute, { batches, keys }: ConsoleOptions): void {
  const { operatorBatches, limits } = batches;
  const toOthersViews = async (others: readonly OthersBatch[]): Promise<readonly OthersBatchView[]> => {
    if (others.length === 0) return [];
    const names = await keys.findNames([...new Set(others.map(({ ownerId }) => ownerId))]);
    return others.map(({ batch, ownerId, isSandbox }) => ({
      ...toBatchResponse(batch),
      owner: names.get(ownerId) ?? ownerId,
      with: isSandbox === undefined ? null : isSandbox ? 'sandbox' : 'live',
      risks: batch.risks,
    }));
  };

  add('GET batches', async ({ signedIn }) => ({
    batches: (await operatorBatches.list(getSignedIn(signedIn).operator)).map(toView),
    others: await toOthersViews(await operatorBatches.listOthers(getSignedIn(signedIn).operator)),
    rows_max: limits.rowsMax,
    bytes_max: limits.bodyBytesMax,
    kept_hours: limits.keptHours,
  }));

  add('POST batch-show', async ({ body: { id } }) => {
    const [batch] = await toOthersViews([await operatorBatches.show(id)]);
    return { batch: batch as OthersBatchView };
  });

  add('POST batch-delete', async ({ body: { id }, signedIn }) => {
    await operatorBatches.delete(getSignedIn(signedIn).operator, id);
    return { deleted: true };
  });

  add('POST batch-repeat', async ({ body: { id }, signedIn }) => ({
    batch: toView(await operatorBatches.repeat(getSignedIn(signedIn).operator, id)),
  }));

  add('POST batch-rows', async ({ body: { id, from, ...filter }, signedIn }) =>
    operatorBatches.search(getSignedIn(signedIn).operator, id, { ...filter, from: Math.max(1, from) }),
  );
}

export function addBatchFileRoutes(server: FastifyInstance, enter: EnterConsole, options: ConsoleOptions): void {
  const { operatorBatches } = options.batches;

  addFileRoutes(server, enter, options, (add) => {
    const addFile = <Name extends keyof typeof batchFileForms>(
      name: Name,
      handle: (call: FileCall<(typeof batchFileForms)[Name]>) => Promise<BatchFileAnswers[Name]>,
    ) => add({ name, role: 'analyst', form: batchFileForms[name] }, handle);

    addFile('batch-preview', async ({ form, body }) => {
      const columns = form.by === 'places' ? toChosenColumns(form) : undefined;
      const isCut = form.is_cut === 'yes';
      const preview = await operatorBatches.preview(body, { columns, ...toReading(form), isCut });
      const { hasHeader: has_header, isWhole: is_whole, notCompared: not_compared, ...rest } = preview;
      return { ...rest, has_header, is_whole, not_compared };
    });

    addFile('batch-estimate', async ({ form, body, signedIn }) => {
      const columns = toChosenColumns(form);
      if (!hasNumbers(columns)) throw new AppError('invalid_batch');
      const estimate = await operatorBatches.estimate(signedIn.operator, body, { columns, ...toReading(form) });
      const { rows, bad, people, companies, repeated, sourceCalls, forecast } = estimate;
      const calls = Math.max(0, ...Object.values(sourceCalls));
      return { rows, faulty: bad, people, companies, repeated, calls, ...toSpendingResponse(forecast) };
    });

    addFile('batch-start', async ({ form, body, signedIn }) => {
      const columns = toChosenColumns(form);
      if (!hasNumbers(columns)) throw new AppError('invalid_batch');
      refusePurpose(form, options);
      const isSandbox = form.with === 'sandbox';
      const started = await operatorBatches.start(
        signedIn.operator,
        {
          name: form.file_name,
          isSandbox,
          purpose: form.purpose,
          isScreened: form.lists === 'yes',
          atBudget: form.at_budget ?? 'wait',
          columns,
          ...toReading(form),
          attempt: form.attempt,
        },
        body,
      );
      return { batch: toView(started) };
    });
  });

  server.get('/console/api/batch-result/:id', {
    onRequest: async (request) => enter.refuseStrangers(request, false),
    handler: async (request, reply) => {
      refuseOtherSite(request);
      const { operator } = getSignedIn(await enter.admit(request, { role: 'analyst', isAct: false, isUse: true }));
      const { id } = request.params as { readonly id: string };
      const asked = request.query as { readonly format?: unknown; readonly rows?: unknown };
      const format = asked.format === 'xlsx' ? 'xlsx' : 'csv';
      const which = asked.rows === 'unanswered' ? 'unanswered' : 'all';
      return sendTable(reply, format, await operatorBatches.results(operator, id, { format, which }));
    },
  });
}

type Reading = Pick<BodyOf<(typeof batchFileForms)['batch-start']>, 'has_header' | 'sheet' | 'date_order'>;

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

function sendTable(
  reply: FastifyReply,
  format: keyof typeof types,
  table: AsyncGenerator<string | Uint8Array>,
): FastifyReply {
  return withFileHeaders(reply)
    .header('content-type', types[format])
    .header('content-disposition', 'attachment')
    .send(Readable.from(table, { objectMode: false }));
}

/** A download cannot show a token, but the browser says which page it was asked from. */
function refuseOtherSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('cross_site_refused');
}

function toChosenColumns(form: Readonly<Record<keyof Columns, number | null>>): Columns {
  return Object.fromEntries(columnRoles.flatMap((role) => (form[role] === null ? [] : [[role, form[role]]])));
}

function toReading({ has_header, sheet, date_order }: Reading) {
  return {
    hasHeader: has_header === null ? undefined : has_header === 'yes',
    sheet: sheet ?? undefined,
    dateOrder: date_order ?? 'dmy',
  } as const;
}

function toView({ batch, file, isSandbox }: FileBatch): BatchView {
  return {
    ...toBatchResponse(batch),
    file_name: file.name,
    with: isSandbox ? 'sandbox' : 'live',
    purpose: batch.purpose,
    risks: batch.risks,
  };
}
