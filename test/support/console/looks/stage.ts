// What the screens are looked at with: sources that can be made to wait, and months of a registry.

import { join } from 'node:path';
import type { PersonSource } from '../../../../src/app/verify/ports.ts';
import { systemClock } from '../../../../src/clock.ts';
import { completeCnpj } from '../../../../src/domain/numbers/cnpj.ts';
import { rollBackRegistry } from '../../../../src/registry/maintenance.ts';
import { createSandboxSources } from '../../../../src/sources/sandbox.ts';
import { importInto } from '../../registry/import-dump.ts';
import { type DumpRows, establishment, partner, toRow, writeDump } from '../../registry/registry-dump.ts';
import type { TestService } from '../../service/service.ts';

/** It is in every month. */
export const company = completeCnpj('112223330001');

/** August after September was rolled back: two months on the disk, and something that changed between them. */
export async function importMonths({ directory }: TestService): Promise<void> {
  const registry = join(directory, 'data/registry');
  for (const [day, capital] of [
    ['60808', '1000,00'],
    ['60908', '250000,00'],
    ['61008', '1,00'],
  ] as const) {
    await importInto(registry, writeDump(join(directory, 'data/downloads', day), toMonth(capital), day));
  }
  rollBackRegistry(registry, systemClock);
}

function toMonth(capital: string): DumpRows {
  return {
    companies: [toRow('11222333', 'ARMAZEM EXEMPLO LTDA', '2062', '49', capital, '03', '')],
    establishments: [
      establishment({
        base: '112223330001',
        tradeName: 'ARMAZEM',
        specialSituation: 'FALIDO',
        columns: { 12: '5611201,4712100' },
      }),
      establishment({ base: '112223330002', headOffice: '2', tradeName: 'ARMAZEM FILIAL', address: 'AVENIDA DOIS' }),
    ],
    partners: Array.from({ length: 12 }, (_, index) =>
      partner('11222333', '2', `SOCIO ${index}`, '***123456**', '49', '20200101', '', '***000000**', '', '00', '5'),
    ),
    tables: { CNAECSV: [toRow('4781400', 'Comércio de vestuário'), toRow('5611201', 'Restaurantes')] },
  };
}

export type HeldSources = ReturnType<typeof createHeldSources>;

/** The sandbox's people stand for real ones; their sources can be made to wait, as those outside do. */
export function createHeldSources() {
  const sources = createSandboxSources(systemClock);
  let held = Promise.withResolvers<void>();
  held.resolve();
  const slow = (source: PersonSource): PersonSource => ({
    ...source,
    ask: async (...question) => {
      await held.promise;
      return source.ask(...question);
    },
  });
  return {
    all: sources.map(slow),
    hold: () => {
      held = Promise.withResolvers<void>();
    },
    release: () => held.resolve(),
  };
}

/** A batch that nobody of the console started; gives its id. */
export async function startBatchOfKey(service: TestService): Promise<string> {
  const key = await service.createKey({ name: 'parceiro', mode: 'live', scopes: ['verify:batch', 'verify:cpf'] });
  const response = await fetch(`${service.address}/v1/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: 'cpf\n40442820135\n',
  });
  return ((await response.json()) as { readonly id: string }).id;
}
