// Rows of the Receita's files for companies of which answers of other services are recorded, and for people whom nobody should see.

import { company, type DumpRows, establishment, partner, simples, toRow } from './registry-dump.ts';

const nobody = ['***000000**', '', '00'] as const;

export const recordedRows: DumpRows = {
  establishments: [
    establishment({
      base: '191312430001',
      tradeName: 'REDE PELO CONHECIMENTO LIVRE',
      startedOn: '20131003',
      columns: {
        6: '20131003',
        11: '9430800',
        12: '9493600,9499500,8599699,8230001,6204000',
        13: 'AVENIDA',
        14: 'PAULISTA 37',
        15: '37',
        16: 'ANDAR 4',
        17: 'BELA VISTA',
        18: '01311902',
        21: '11',
        22: '23851939',
      },
    }),
    // One person, with a name and an address that must not do any harm.
    establishment({
      base: '123456780001',
      tradeName: '=CMD("X")\x01\x9f',
      startedOn: '20200315',
      columns: {
        13: 'RUA',
        14: 'DO SEGREDO',
        15: '7',
        19: 'RJ',
        20: '6001',
        21: '21',
        22: '22223333',
        27: 'EU@EXAMPLE.COM',
      },
    }),
    establishment({ base: '123456780002', headOffice: '2', startedOn: '20210101' }),
    establishment({ base: '123456780003', headOffice: '2', status: '08', startedOn: '20220101' }),
  ],
  companies: [
    toRow('19131243', 'OPEN KNOWLEDGE BRASIL', '3999', '16', '0,00', '05', ''),
    company('12345678', 'JOSE INVENTADO 28001238938'),
  ],
  simples: [simples('12345678', 'S')],
  taxRegimes: Array.from(
    { length: 7 },
    (_, year) => `${2017 + year},19.131.243/0001-97,0,ISENTA DO IRPJ,1\n`,
  ).reverse(),
  partners: [
    partner('19131243', '2', 'PESSOA INVENTADA UM', '***111111**', '16', '20240227', '', ...nobody, '5'),
    partner('12345678', '2', 'ADULTO INVENTADO', '***333333**', '22', '20240227', '', ...nobody, '4'),
    partner(
      '12345678',
      '2',
      'CRIANCA INVENTADA',
      '***444444**',
      '30',
      '20240227',
      '',
      '***333333**',
      'ADULTO INVENTADO',
      '15',
      '1',
    ),
  ],
  tables: {
    CNAECSV: [
      toRow('9430800', 'Atividades de associações de defesa de direitos sociais'),
      toRow('9493600', 'Atividades de organizações associativas ligadas à cultura e à arte'),
      toRow('9499500', 'Atividades associativas não especificadas anteriormente'),
      toRow('8599699', 'Outras atividades de ensino não especificadas anteriormente'),
      toRow('8230001', 'Serviços de organização de feiras, congressos, exposições e festas'),
      toRow('6204000', 'Consultoria em tecnologia da informação'),
      toRow('4781400', 'Comércio varejista de artigos do vestuário e acessórios'),
    ],
    MOTICSV: [toRow('00', 'SEM MOTIVO')],
    MUNICCSV: [toRow('7107', 'SAO PAULO'), toRow('6001', 'RIO DE JANEIRO')],
    NATJUCSV: [toRow('3999', 'Associação Privada'), toRow('2135', 'Empresário (Individual)')],
    PAISCSV: [toRow('105', 'BRASIL')],
    QUALSCSV: [
      toRow('00', 'Não informada'),
      toRow('15', 'Pai'),
      toRow('16', 'Presidente'),
      toRow('22', 'Sócio'),
      toRow('30', 'Sócio Menor (Assistido/Representado)'),
      toRow('50', 'Empresário'),
    ],
  },
};
