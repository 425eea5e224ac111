// Puts the console together: who may sign in, what its pages are.

import type { OperatorAct } from '../../app/audit/entry.ts';
import type { AuditLog } from '../../app/audit/ports.ts';
import { createAuditCheck } from '../../app/audit/proof/audit-check.ts';
import { proveRecord } from '../../app/audit/prove-record.ts';
import { createReadAudit } from '../../app/audit/read-audit.ts';
import { withRecordedActs } from '../../app/audit/record-key-acts.ts';
import type { RecordOperatorAct } from '../../app/batches/operator-batches.ts';
import type { Clock } from '../../app/ports.ts';
import { countPerson } from '../../app/privacy/erase-person.ts';
import { makePersonReport } from '../../app/privacy/person-report.ts';
import type { Config } from '../../config.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import { AppError, toFaultCode } from '../../errors.ts';
import type { ConsoleBatches, ConsoleOptions } from '../../http/console/route.ts';
import { companyPersonas } from '../../sandbox/companies.ts';
import { labelsInPortuguese } from '../../sandbox/labels.ts';
import { personas } from '../../sandbox/people.ts';
import type { AuditReader } from '../../stores/audit/audit-reader.sqlite.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { toAuditSecrets } from '../parts/audit-secrets.ts';
import { createConsolePages } from '../parts/console-build.ts';
import { toConsoleHosts } from '../parts/console-listener.ts';
import { toPerson } from '../parts/erasure/erasure.ts';
import { openPlaces } from '../parts/erasure/places.ts';
import type { Vault } from '../parts/vault.ts';
import type { Limits } from './limits.ts';
import { openRegistryDesk } from './registry-desk.ts';
import { openSessions, openSingleSignOn } from './sign-in.ts';

interface ConsoleParts
  extends Pick<
    ConsoleOptions,
    | 'pass'
    | 'version'
    | 'hasLiveSources'
    | 'hasLiveRegistry'
    | 'verifyCpf'
    | 'verifyCnpj'
    | 'companies'
    | 'readCompanyPage'
    | 'readBoard'
  > {
  readonly config: Config;
  readonly policy: RiskPolicy;
  readonly vault: Vault;
  readonly audit: AuditLog;
  readonly reader: AuditReader;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly openBatches: (record: RecordOperatorAct) => ConsoleBatches;
}

const retryAfterSeconds = 5;

export function openConsole({
  config,
  vault,
  audit,
  reader,
  limits,
  logger,
  clock,
  policy,
  openBatches,
  ...parts
}: ConsoleParts): ConsoleOptions {
  /** What cannot be written down does not happen. */
  const record = (actor: string, act: OperatorAct, target: string) =>
    audit.append({ kind: 'act', atMs: clock.nowMs(), actor, act, target }).catch((error: unknown) => {
      throw new AppError('audit_unavailable', { retryAfterSeconds, internal: String((error as Error).message) });
    });
  const isLocalOn = config['console.local_operators'];
  const sessions = openSessions({ config, vault, limits, clock, record });
  return {
    ...parts,
    hosts: toConsoleHosts(config),
    isLocalOn,
    sso: openSingleSignOn({ config, vault, sessions, clock, record, logger }),
    sessions,
    baseWithoutScore: policy.baseWithoutScore,
    purposes: config['audit.purposes'],
    isPurposeRequired: config['console.purpose_required'],
    hasOperators: async () => (await vault.operators.list()).length > 0,
    pages: createConsolePages((why) => logger.write('error', 'console_not_built', { internal: why })),
    registry: openRegistryDesk({ config, clock, record }),
    sandbox: () => listSandbox(clock),
    strangers: limits.strangers,
    clock,
    batches: openBatches(record),
    keys: {
      manageAs: (actor) =>
        withRecordedActs(vault.manageKeys, {
          record: (act, target) => record(actor, act, target ?? ''),
          recordIfPossible: (act, target) =>
            record(actor, act, target ?? '').catch((error: unknown) =>
              logger.write('error', 'act_not_recorded', { internal: toFaultCode(error) }),
            ),
        }),
      usage: vault.usage,
      names: async () => {
        const [keys, operators] = await Promise.all([vault.keys.list(), vault.operators.list()]);
        return new Map([...keys, ...operators].map(({ id, name }) => [id as string, name]));
      },
    },
    openAudit: (actor) => {
      const secrets = toAuditSecrets(vault.secret);
      const read = createReadAudit({ trail: reader, log: audit, clock, actor, secrets });
      return {
        read,
        prove: (place) => proveRecord(place, { trail: reader, check: createAuditCheck(secrets) }),
        report: async (cpf) => {
          const person = toPerson(vault, cpf, clock);
          const held = await countPerson(person, openPlaces(config, vault, reader));
          return makePersonReport(person, held, { trail: reader, log: audit, keys: vault.keys, clock, actor });
        },
        recordUnmasking: (requestId, reason) => record(actor, 'audit_unmasked', `${requestId} ${reason}`),
        callers: async () => {
          const [keys, operators] = await Promise.all([vault.keys.list(), vault.operators.list()]);
          return [
            ...keys.map(({ id, name }) => ({ id: id as string, name, kind: 'key' as const })),
            ...operators.map(({ id, name }) => ({ id: id as string, name, kind: 'operator' as const })),
          ];
        },
      };
    },
  };
}

function listSandbox(clock: Clock): ReturnType<ConsoleOptions['sandbox']> {
  const today = toBrazilDay(clock.nowMs());
  return {
    people: personas.map(({ cpf, label, example }) => ({
      cpf,
      label,
      label_pt: labelsInPortuguese[label],
      name: example?.name ?? null,
      birth_date: example?.birthDate ?? null,
    })),
    companies: companyPersonas.map(({ cnpj, label, company }) => ({
      cnpj,
      label,
      label_pt: labelsInPortuguese[label],
      company_name: company(today)?.legalName ?? null,
    })),
  };
}
