// A service that screens in verifications: whom its sources know, the lists that it has, and its audit. All of them are invented.

import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { openOperatorAudit } from '../../../src/compose/commands/audit/operator-audit.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { toEntry, writeEdition } from '../lists/list-editions.ts';
import { createOutputDirectory } from '../output.ts';
import { post, startTestService, type TestService } from './service.ts';

export const today = toBrazilDay(systemClock.nowMs());
/** Whom the sources know; all of them are low risk by themselves. */
export const people = {
  joao: { cpf: '12345678909', name: 'João Pedro da Silva Santos', birth_date: '1985-03-14' },
  ana: { cpf: '40442820135', name: 'Ana Beatriz Carvalho', birth_date: '1990-07-21' },
  paulo: { cpf: '63017285995', name: 'Paulo Roberto Nunes', birth_date: '1972-11-02' },
  marcia: { cpf: '91708635203', name: 'Márcia Regina Teixeira', birth_date: '1968-01-30' },
  thiago: { cpf: '58136053391', name: 'Thiago Henrique Moreira', birth_date: '1996-05-17' },
  fernanda: { cpf: '90000000337', name: 'Fernanda Oliveira Costa', birth_date: '1986-10-10' },
  bruno: { cpf: '90000000418', name: 'Bruno Soares Dias', birth_date: '1994-01-09' },
} as const;
export type Person = (typeof people)[keyof typeof people];
const byNumber = ({ cpf }: Person) => ({ kind: 'cpf', number: cpf as Cpf }) as const;

function writeLists(directory: string, asOf: string): void {
  const edition = { dataAsOf: asOf, id: 'edition-0001' };
  const [un, pep] = [toEntry({ id: '1', names: ['JOAO PEDRO DA SILVA SANTOS'], births: ['1985-03-14'] }), '086352'];
  writeEdition(directory, 'onu', [un], edition);
  writeEdition(
    directory,
    'pep',
    [toEntry({ id: '2', names: ['MARCIA REGINA TEIXEIRA'], document: { kind: 'masked_cpf', digits: pep } })],
    edition,
  );
  const sanction = { names: ['PAULO ROBERTO NUNES'], document: byNumber(people.paulo) };
  const ended = { names: ['BRUNO SOARES DIAS'], document: byNumber(people.bruno), until: '2020-01-31' };
  writeEdition(directory, 'ceis', [toEntry({ id: '3', ...sanction }), toEntry({ id: '4', ...ended })], edition);
  writeEdition(
    directory,
    'own-house',
    [
      toEntry({ id: '5', document: byNumber(people.thiago) }),
      toEntry({ id: '6', document: byNumber(people.fernanda), risk: 'none' }),
    ],
    edition,
  );
}

export interface Started {
  readonly service: TestService;
  readonly key: string;
  readonly data: string;
  verify(
    body: object,
    more?: { readonly query?: string; readonly headers?: Record<string, string> },
  ): ReturnType<typeof post>;
}

export async function startScreened(
  env: Record<string, string>,
  { hasLists = true, asOf = today } = {},
): Promise<Started> {
  const data = createOutputDirectory('screened');
  const place = { CONFERE_DATA_DIR: data };
  if (hasLists)
    writeLists(
      toListsDirectory(loadConfig({ cwd: data, env: { ...place, CONFERE_SECRETS_DIR: `${data}-secrets` } })),
      asOf,
    );
  const service = await startTestService({ ...env, ...place }, { liveSources: createSandboxSources(systemClock) });
  const scopes = ['verify:cpf', 'verify:cnpj', 'read:verification', 'manage:clearances'] as const;
  const key = await service.createKey({ mode: 'live', rate: null, scopes: [...scopes] });
  const verify: Started['verify'] = (body, { query = '', headers = {} } = {}) =>
    post(`${service.address}/v1/verify/cpf${query}`, body, { key, headers });
  return { service, key, data, verify };
}

export const on = { CONFERE_SCREENING_VERIFY: 'true' };

export async function openAudit({ service, data }: Started) {
  const env = { CONFERE_DATA_DIR: data, CONFERE_SECRETS_DIR: join(service.directory, 'secrets') };
  const config = loadConfig({ cwd: service.directory, env });
  const stores = await openStores(config, systemClock);
  const audit = await openOperatorAudit(config, stores.secret);
  onTestFinished(async () => {
    await audit.close();
    await stores.close();
  });
  return { ...audit, config };
}
