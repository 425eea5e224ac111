// Who asked about whom, for analysts: searched, one record with its proof, and the report that a person may ask for. Who searches is
// recorded before anything is read.

import { startsBatch } from '../../../app/audit/groups/find.ts';
import type { AuditFilter } from '../../../app/audit/ports.ts';
import type { RecordProof } from '../../../app/audit/proof/prove-record.ts';
import type { AuditItem, OpenedItem } from '../../../app/audit/read/read-audit.ts';
import { type ShownVerification, showVerifications } from '../../../app/audit/read/show-record.ts';
import type { AuditContent } from '../../../app/audit/record.ts';
import { isOperatorOwner } from '../../../app/batches/operator-owner.ts';
import { toActor } from '../../../app/operators/sessions.ts';
import { toReportPage } from '../../../app/privacy/report-page.ts';
import { toBrazilDayStartMs, toNextDay } from '../../../domain/dates/calendar.ts';
import { type Cpf, parseCpf } from '../../../domain/numbers/cpf.ts';
import { AppError } from '../../../errors.ts';
import { getSignedIn, refuseLowRole } from '../access/gate.ts';
import type { AuditRecordView, AuditRowView, ConsoleBody } from '../contract.ts';
import type { AddConsoleRoute, ConsoleAudit, ConsoleCall, ConsoleOptions } from '../route.ts';

const rowsPerPage = 50;

export function addAuditRoutes(add: AddConsoleRoute, { openAudit, batches }: ConsoleOptions): void {
  const openFor = ({ signedIn }: Pick<ConsoleCall<'POST audit-search'>, 'signedIn'>): ConsoleAudit =>
    openAudit(toActor(getSignedIn(signedIn).operator));

  add('POST audit-search', async ({ body, signedIn }) => {
    const audit = openFor({ signedIn });
    const after = findAuditPlace(body.after);
    const page = { order: body.order ?? 'newest', limit: rowsPerPage, ...(after && { after }) } as const;
    const filter = toFilter(body, audit, await findActor(audit, body.key_id));
    const { things, next, lookedUntilMs } = await audit.read.listWithNumbers(filter, page);
    const started = things.flatMap(({ content }) => (content !== null && startsBatch(content) ? [content.target] : []));
    const [names, sizes] = await Promise.all([
      findNames(audit, things),
      batches.operatorBatches.countRows(started.filter((id) => id !== null)),
    ]);
    return {
      rows: things.map((item) => toAuditRow(item, { names, number: item.number, sizes })),
      next: next && `${next.chain} ${next.sequence}`,
      looked_until: lookedUntilMs === null ? null : new Date(lookedUntilMs).toISOString(),
    };
  });

  add('GET audit-callers', async ({ signedIn }) => openFor({ signedIn }).callers());

  add('POST audit-show', async ({ body: { request_id, unmask }, signedIn }) => {
    const audit = openFor({ signedIn });
    if (unmask !== null) {
      refuseLowRole(signedIn, 'admin');
      await audit.recordUnmasking(request_id, unmask);
    }
    const items = await audit.read.show(request_id);
    const names = await findNames(audit, items);
    const shown = showVerifications(items, unmask !== null);
    const records = await Promise.all(
      items.map(async (item, index) =>
        toRecordView(item, { names, verification: shown[index] ?? null, proof: await audit.prove(item) }),
      ),
    );
    return { records };
  });

  add('POST person-report', async ({ body, signedIn }) => {
    const report = await openFor({ signedIn }).report(getCpf(body.cpf));
    return { report, page: toReportPage(report) };
  });
}

function toFilter(
  {
    kind,
    acts,
    key_id,
    status,
    risk,
    reason,
    batch_id,
    batches,
    request_id,
    cpf,
    from,
    to,
  }: ConsoleBody<'POST audit-search'>,
  { read }: ConsoleAudit,
  actor: string | undefined,
): AuditFilter {
  return {
    ...(risk !== null && { riskLevel: risk }),
    ...(reason !== null && { reason }),
    ...(batch_id !== null && { batchId: batch_id }),
    ...(batches === 'folded' && { foldsBatches: true as const, ...(actor && { actor }) }),
    ...(kind !== null && { kind }),
    ...(kind === null && acts === null && { withoutActs: true as const }),
    ...(key_id !== null && { keyId: key_id }),
    ...(status !== null && { status }),
    ...(request_id !== null && { requestId: request_id }),
    ...(cpf !== null && { subjects: read.toSubjects(getCpf(cpf)) }),
    ...(from !== null && { fromMs: toBrazilDayStartMs(from) }),
    ...(to !== null && { toMs: toBrazilDayStartMs(toNextDay(to)) }),
  };
}

function getCpf(text: string): Cpf {
  const parsed = parseCpf(text);
  if (parsed.kind === 'valid') return parsed.value;
  throw new AppError('invalid_request', { faults: [{ pointer: '/cpf', code: parsed.fault }] });
}

/** Acts name an operator, and not their id. */
async function findActor(audit: ConsoleAudit, keyId: string | null): Promise<string | undefined> {
  if (keyId === null || !isOperatorOwner(keyId)) return undefined;
  const name = (await audit.findNames([keyId])).get(keyId);
  return name === undefined ? undefined : toActor({ name });
}

/** `chain_… 123` */
function findAuditPlace(text: string | null): { chain: string; sequence: number } | undefined {
  const match = /^(\S+) (\d{1,15})$/.exec(text ?? '');
  return match === null ? undefined : { chain: match[1] as string, sequence: Number(match[2]) };
}

function findNames(audit: ConsoleAudit, items: readonly AuditItem[]): Promise<ReadonlyMap<string, string>> {
  return audit.findNames([...new Set(items.flatMap(({ content }) => content?.keyId ?? content?.actor ?? []))]);
}

/** Returns the caller's name. An operator at the console appears by the name alone, for every kind of act. */
function toWho(names: ReadonlyMap<string, string>, keyId: string | null, actor: string | null): string | null {
  return names.get(keyId ?? actor ?? '') ?? keyId ?? actor?.replace(/^operator:/, '') ?? null;
}

interface RowContext {
  readonly names: ReadonlyMap<string, string>;
  readonly number: string | null;
  /** `sizes` counts the rows of batches by their ids. */
  readonly sizes: ReadonlyMap<string, number>;
}

function toAuditRow({ sequence, content }: AuditItem, { names, number, sizes }: RowContext): AuditRowView {
  const { atMs, kind, status, score, riskLevel, keyId, actor, purpose, requestId, act, target } = content ?? {};
  return {
    sequence,
    at: atMs === undefined ? null : new Date(atMs).toISOString(),
    kind: kind ?? null,
    status: status ?? null,
    number,
    score: score ?? null,
    risk_level: riskLevel ?? null,
    who: toWho(names, keyId ?? null, actor ?? null),
    purpose: purpose ?? null,
    request_id: requestId ?? null,
    act: act ?? null,
    target: target ?? null,
    batch: content === null ? null : toBatchOf(content, sizes),
  };
}

/** Returns the batch of which this is a row, or which this act started. */
function toBatchOf(content: AuditContent, sizes: ReadonlyMap<string, number>): AuditRowView['batch'] {
  const id = startsBatch(content) ? content.target : content.batchId;
  return id === null ? null : { id, rows: sizes.get(id) ?? null };
}

interface RecordContext {
  readonly names: ReadonlyMap<string, string>;
  readonly verification: ShownVerification | null;
  readonly proof: RecordProof;
}

function toRecordView(item: OpenedItem, { names, verification, proof }: RecordContext): AuditRecordView {
  const { replay } = item;
  return {
    ...toAuditRow(item, { names, number: verification?.number ?? null, sizes: new Map() }),
    chain: item.chain,
    hash: item.hash,
    policy_version: item.content?.policyVersion ?? null,
    latency_ms: item.content?.latencyMs ?? null,
    details: item.details,
    verification,
    replay: { kind: replay.kind, reason: replay.kind === 'impossible' ? replay.reason : null },
    proof: proof.kind === 'signed' ? toSigned(proof) : proof,
  };
}

function toSigned({ head }: Extract<RecordProof, { kind: 'signed' }>): AuditRecordView['proof'] {
  return { kind: 'signed', at: new Date(head.atMs).toISOString(), sequence: head.sequence, signer: head.signer };
}
