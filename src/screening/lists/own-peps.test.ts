import { expect, test } from 'vitest';
import { createListsPlace } from '../../../test/support/lists/lists-place.ts';
import { completeCpf, formatCpf } from '../../domain/numbers/cpf.ts';

const cpf = completeCpf('300456789');
const header = 'Nome;CPF;Data de nascimento;Passaporte;País emissor;Cargo;Relação;De quem;Comprovação;Desde;Até';

test('declared exposed people, relatives and close associates are read from the operator’s table', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const { counts } = await put(
    'own-pep',
    file(
      'pep.csv',
      [
        header,
        `Fulana Inventada;${formatCpf(cpf)};01/02/1970;;;Vereadora;;;Declaração de 2026-01-10;01/01/2025;31/12/2033`,
        'Beltrano Inventado;;;QX 765-4321;Venezuela;Vereadora;Familiar;Fulana Inventada;Certidão de casamento;;',
        'Sicrana Inventada;;;;;;estreito colaborador;Fulana Inventada;;;',
        'Sem Relação;;;;;;cunhadíssimo;Fulana Inventada;;;',
        'Relação Calada;;;;;;;Fulana Inventada;;;',
        'País Errado;;;QX 765-4321;Atlantis;;;;;;',
        ...Array.from({ length: 20 }, (_, index) => `Outra Inventada ${index};;;;;;;;;;`),
      ].join('\n'),
    ),
  );
  expect(counts).toMatchObject({ rows: 26, entries: 23, rejected: 3 });
  expect(entriesOf('own-pep').slice(0, 3)).toMatchObject([
    {
      ...{
        kind: 'person',
        names: ['Fulana Inventada'],
        document: { kind: 'cpf', number: cpf },
        births: ['1970-02-01'],
      },
      ...{ category: 'PEP declarada: Vereadora', remarks: 'Comprovação: Declaração de 2026-01-10' },
      ...{ from: '2025-01-01', until: '2033-12-31' },
    },
    {
      category: 'Familiar de PEP: Vereadora',
      remarks: 'De quem: Fulana Inventada. Comprovação: Certidão de casamento',
      identityDocuments: [{ type: 'passport', country: 'VE', number: 'QX7654321' }],
    },
    { category: 'Colaborador de PEP', remarks: 'De quem: Fulana Inventada. Comprovação: não informada' },
  ]);
});
