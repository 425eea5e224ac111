// Who asked about whom, for analysts: searched, one record with its proof, and the report that a person may ask for. Who searches is
// recorded before anything is read.

import type { AuditFilter } from '../../../app/audit/ports.ts';
import type { RecordProof } from '../../../app/audit/proof/prove-record.ts';
import type { AuditItem, OpenedItem } from '../../../app/audit/read/read-audit.ts';
import { type ShownVerification, showVerifications } from '../../../app/audit/read/show-record.ts';
import { toPage } from '../../../app/key-owned/list-page.ts';
import { toActor } from '../../../app/operators/sessions.ts';
import { toReportPage } from '../../../app/privacy/report-page.ts';
import { toBrazilDayStartMs, toNextDay } from '../../../domain/dates/calendar.ts';
import { type Cpf, parseCpf } from '../../../domain/numbers/cpf.ts';
import { AppError } from '../../../errors.ts';
import { getSignedIn, refuseLowRole } from '../access/gate.ts';
import type { AuditRecordView, AuditRowView, ConsoleBody } from '../contract.ts';
import type { AddConsoleRoute, ConsoleAudit, ConsoleCall, ConsoleOptions } from '../route.ts';

const rowsPerPage = 50;

export function addAuditRoutes(add: AddConsoleRoute, { openAudit }: ConsoleOptions): void {
  const openFor = ({ signedIn }: Pick<ConsoleCall<'POST audit-search'>, 'signedIn'>): ConsoleAudit =>
    openAudit(toActor(getSignedIn(signedIn).operator));

  add('POST audit-search', async ({ body, signedIn }) => {
    const audit = openFor({ signedIn });
    const after = findAuditPlace(body.after);
    // One more than is shown says whether there is another page.
    const page = { order: 'newest', limit: rowsPerPage + 1, ...(after && { after }) } as const;
    const items = await audit.read.listWithNumbers(toFilter(body, audit), page);
    const names = await findNames(audit, items);
    const { things, next } = toPage(items, rowsPerPage, ({ chain, sequence }) => `${chain} ${sequence}`);
    return { rows: things.map((item) => toAuditRow(item, names, item.number)), next };
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
  { kind, acts, key_id, status, request_id, cpf, from, to }: ConsoleBody<'POST audit-search'>,
  { read }: ConsoleAudit,
): AuditFilter {
  return {
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

/** `chain_… 123` */
function findAuditPlace(text: string | null): { chain: string; sequence: number } | undefined {
  const match = /^(\S+) (\d{1,15})$/.exec(text ?? '');
  return match === null ? undefined : { chain: match[1] as string, sequence: Number(match[2]) };
}

function findNames(audit: ConsoleAudit, items: readonly AuditItem[]): Promise<ReadonlyMap<string, string>> {
  return audit.findNames([...new Set(items.flatMap(({ content }) => content?.keyId ?? []))]);
}

/** Returns the caller's name. An operator at the console appears by the name alone, for every kind of act. */
function toWho(names: ReadonlyMap<string, string>, keyId: string | null, actor: string | null): string | null {
  return names.get(keyId ?? '') ?? keyId ?? actor?.replace(/^operator:/, '') ?? null;
}

function toAuditRow(
  { sequence, content }: AuditItem,
  names: ReadonlyMap<string, string>,
  number: string | null,
): AuditRowView {
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
  };
}

interface RecordContext {
  readonly names: ReadonlyMap<string, string>;
  readonly verification: ShownVerification | null;
  readonly proof: RecordProof;
}

function toRecordView(item: OpenedItem, { names, verification, proof }: RecordContext): AuditRecordView {
  const { replay } = item;
  return {
    ...toAuditRow(item, names, verification?.number ?? null),
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
