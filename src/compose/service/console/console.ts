// Puts the console together: who may sign in, what its pages are.

import { createAuditCheck } from '../../../app/audit/proof/audit-check.ts';
import { proveRecord } from '../../../app/audit/proof/prove-record.ts';
import { createReadAudit } from '../../../app/audit/read/read-audit.ts';
import type { RecordOperatorAct } from '../../../app/batches/operator-batches.ts';
import type { KeyBudgets } from '../../../app/budgets/key-budgets.ts';
import type { Clock } from '../../../app/clock.ts';
import { toListPage } from '../../../app/key-owned/list-page.ts';
import { withRecordedActs } from '../../../app/keys/record-key-acts.ts';
import { findHeld } from '../../../app/privacy/erase-person.ts';
import { makePersonReport } from '../../../app/privacy/person-report.ts';
import { DamagedRows } from '../../../app/sealed-rows.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import type { Prices } from '../../../domain/prices/price-list.ts';
import { toFaultCode } from '../../../errors.ts';
import type { ConsoleBatches, ConsoleOptions } from '../../../http/console/route.ts';
import { addConsoleRoutes } from '../../../http/console/routes.ts';
import type { ConsoleEntry } from '../../../http/server.ts';
import { companyPersonas } from '../../../sandbox/companies.ts';
import { labelsInPortuguese } from '../../../sandbox/labels.ts';
import { personas } from '../../../sandbox/people.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { createConsolePages } from '../../parts/console/console-build.ts';
import { findConsoleListener, toConsoleHosts, toConsolePass } from '../../parts/console/console-listener.ts';
import { toPersonToErase } from '../../parts/erasure/erasure.ts';
import { openPlaces } from '../../parts/erasure/places.ts';
import { toRepeatScreening } from '../../parts/lists-directory.ts';
import type { ServiceAudit } from '../audit/audit.ts';
import { createRecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';
import { openListsControl } from '../datasets/lists-control.ts';
import { openRegistryControl } from '../datasets/registry-control.ts';
import type { Feature } from '../feature.ts';
import { openEnrolTotp, openPasskeys, openSessions, openSingleSignOn } from './sign-in.ts';

/** The page offers as many keys as a list to choose from can show; the others appear by their ids. */
const keysToChooseFrom = 500;

interface ConsoleParts
  extends Pick<
      ConsoleOptions,
      | 'hasLiveSources'
      | 'hasLiveRegistry'
      | 'verifyCpf'
      | 'verifyCnpj'
      | 'screen'
      | 'clearances'
      | 'trySensitivity'
      | 'companies'
      | 'readCompanyPage'
      | 'readDashboard'
    >,
    Pick<ServiceAudit, 'audit' | 'reader'> {
  readonly prices: Prices;
  readonly keyBudgets: KeyBudgets;
  readonly openBatches: (record: RecordOperatorAct) => ConsoleBatches;
}

export interface Console extends Feature {
  readonly entry: ConsoleEntry;
}

/** Returns undefined if the console is switched off. */
export function openConsole(core: Core, parts: ConsoleParts): Console | undefined {
  const listener = findConsoleListener(core.config);
  if (listener === 'off') return undefined;
  const toPass = listener === 'admin' ? () => toConsolePass(core.stores.secret) : undefined;
  const options = toConsoleOptions(core, parts, toPass);
  return { entry: { toPass }, routes: (server, { leaving }) => addConsoleRoutes(server, options, leaving) };
}

function toConsoleOptions(core: Core, parts: ConsoleParts, toPass: ConsoleOptions['toPass']): ConsoleOptions {
  const { config, stores, limits, logger, clock, policy, version } = core;
  const { audit, reader, openBatches, hasLiveSources, hasLiveRegistry, verifyCpf, verifyCnpj } = parts;
  const record = createRecordAct(audit, clock);
  const isLocalOn = config['console.local_operators'];
  const sessions = openSessions(core, record);
  const findNames = async (ids: readonly string[]) => {
    const [names, operators] = await Promise.all([stores.keys.findNames(ids), stores.operators.list()]);
    return new Map([...names, ...operators.map(({ id, name }) => [id as string, name] as const)]);
  };
  return {
    toPass,
    version,
    hasLiveSources,
    hasLiveRegistry,
    verifyCpf,
    verifyCnpj,
    screen: parts.screen,
    clearances: parts.clearances,
    trySensitivity: parts.trySensitivity,
    companies: parts.companies,
    readCompanyPage: parts.readCompanyPage,
    readDashboard: parts.readDashboard,
    hosts: toConsoleHosts(config),
    isLocalOn,
    sso: openSingleSignOn(core, { sessions, record }),
    sessions,
    enrolTotp: openEnrolTotp(core, { sessions, record }),
    passkeys: openPasskeys(core, { sessions, record }),
    baseWithoutScore: policy.baseWithoutScore,
    purposes: config['audit.purposes'],
    isPurposeRequired: config['console.purpose_required'],
    hasOperators: async () => (await stores.operators.list()).length > 0,
    pages: createConsolePages((why) => logger.write('error', 'console_not_built', { internal: why })),
    registry: openRegistryControl(core, record),
    lists: openListsControl(core, record),
    sandbox: () => listSandbox(clock),
    strangers: limits.strangers,
    clock,
    batches: openBatches(record),
    keys: {
      manageAs: (actor) =>
        withRecordedActs(stores.manageKeys, {
          record: (act, target) => record(actor, act, target ?? ''),
          recordIfPossible: (act, target) =>
            record(actor, act, target ?? '').catch((error: unknown) =>
              logger.write('error', 'act_not_recorded', { internal: toFaultCode(error) }),
            ),
        }),
      usage: stores.usage,
      prices: parts.prices,
      budgets: parts.keyBudgets,
      findNames,
    },
    webhooks: stores.webhooks,
    onUnread: (error) => logger.write('error', 'figure_not_read', { internal: toFaultCode(error) }),
    openAudit: (actor) => {
      const secrets = toAuditSecrets(stores.secret);
      const read = createReadAudit({
        trail: reader,
        log: audit,
        clock,
        actor,
        secrets,
        repeatScreening: toRepeatScreening(config),
      });
      return {
        read,
        prove: (place) => proveRecord(place, { trail: reader, check: createAuditCheck(secrets) }),
        report: async (cpf) => {
          const person = toPersonToErase(stores, cpf, clock);
          const damaged = new DamagedRows();
          const places = openPlaces(config, stores, reader, damaged.add);
          const held = await findHeld(person, { places, listDamaged: () => damaged.list() });
          return makePersonReport(person, held, { trail: reader, log: audit, keys: stores.keys, clock, actor });
        },
        recordUnmasking: (requestId, reason) => record(actor, 'audit_unmasked', `${requestId} ${reason}`),
        callers: async () => {
          const [keys, operators] = await Promise.all([
            toListPage((limit) => stores.keys.list({ limit }), keysToChooseFrom),
            stores.operators.list(),
          ]);
          const callers = [
            ...keys.things.map(({ id, name }) => ({ id: id as string, name, kind: 'key' as const })),
            ...operators.map(({ id, name }) => ({ id: id as string, name, kind: 'operator' as const })),
          ];
          return { callers, has_more: keys.next !== null };
        },
        findNames,
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
