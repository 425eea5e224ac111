// Judges what an import counted: is this a whole month in the known layout, or half of one, or another layout? Every judgement is
// a sentence with its figure and what to do. An operator who knows better overrides it by its name, and by nothing else.
// The bounds lie between what real months show (2024 to 2026) and what a cut file or a changed layout makes of them; a
// number of rows below which nothing is judged keeps small files out.

import { collectJudgements, isTooMany, type Judgement, toCount, toCountPt, toDayPt } from '../datasets/judgement.ts';
import { type Draft, groupNames, type PartRows, type SnapshotInfo } from './registry-snapshot.ts';

export const judgementNames = [
  'older_data',
  'part_rows',
  'fewer_rows',
  'companies_without_establishment',
  'establishments_without_name',
  'simples_rows',
  'meis',
  'unknown_statuses',
  'unknown_office_kinds',
  'unknown_mei_options',
  'unreadable_dates',
  'empty_start_dates',
  'text_encoding',
  'column_forms',
  'rollback_hold',
] as const;

export type JudgementName = (typeof judgementNames)[number];

export type RegistryJudgement = Judgement<JudgementName>;

/** Parts 1 to 9 are published with about the same number of rows, part 0 with six times as many. */
const partShareMin = 0.7;
const partRowsMin = 100;
/** The files only ever grow: what is closed stays in them. MEIs can be struck off by the hundred thousand in one month. */
const dropShareMax = { establishments: 0.01, companies: 0.01, simples: 0.01, meis: 0.1 } as const;
/** All but a few companies of a month have their head office in it, and all but 4 of 73 million establishments a name. */
const lonelyShareMax = 0.005;
const namelessShareMax = 0.001;
/** 72 % of the companies have a row in the Simples, and a good fifth are MEIs. */
const simplesShareMin = 0.4;
const meiShareMin = 0.05;
const meiShareMax = 0.6;
const companiesMin = 1000;
/** Undocumented codes and impossible days exist, in a handful of rows. */
const oddShareMax = 0.01;
const emptyDateShareMax = 0.05;
const impossibleTextShareMax = 0.2;
const oddFormShareMax = 0.05;

export function judgeDraft(draft: Draft, live: SnapshotInfo | undefined): RegistryJudgement[] {
  return [
    ...judgeParts(draft.parts, live?.parts ?? []),
    ...(live === undefined ? [] : judgeDrop(draft, live)),
    ...judgeCounts(draft),
    ...judgeText(draft),
    ...judgeForms(draft),
  ];
}

function judgeParts(parts: readonly PartRows[], liveParts: readonly PartRows[]): RegistryJudgement[] {
  return parts.flatMap((part): RegistryJudgement[] => {
    const others = parts.filter((other) => other.group === part.group && other.part > 0 && other.part !== part.part);
    // Each tax regime is a file of its own; only those before it tell how many rows it has.
    const usual = part.group === 'taxRegimes' ? 0 : median(others.map((other) => other.rows));
    if (usual >= partRowsMin && part.rows < usual * partShareMin) {
      const sentence = `${part.name} holds ${toCount(part.rows)} rows, the other parts about ${toCount(usual)}: it is cut short. Download it again.`;
      const portuguese = `${part.name} tem ${toCountPt(part.rows)} linhas e as outras partes, cerca de ${toCountPt(usual)}: está incompleto. Baixe de novo.`;
      return [{ name: 'part_rows', sentence, portuguese }];
    }
    const before = liveParts.find((other) => other.name === part.name)?.rows ?? 0;
    if (before < partRowsMin || part.rows >= before * partShareMin) return [];
    const sentence = `${part.name} holds ${toCount(part.rows)} rows, in the live snapshot it held ${toCount(before)}: it is cut short, or the parts are cut differently now. Download it again.`;
    const portuguese = `${part.name} tem ${toCountPt(part.rows)} linhas e tinha ${toCountPt(before)} no cadastro em uso: está incompleto, ou as partes agora são divididas de outro modo. Baixe de novo.`;
    return [{ name: 'part_rows', sentence, portuguese }];
  });
}

const kindsInPortuguese = {
  establishments: 'estabelecimentos',
  companies: 'empresas',
  simples: 'linhas do Simples',
  meis: 'MEIs',
} as const;

function judgeDrop({ counts }: Draft, live: SnapshotInfo): RegistryJudgement[] {
  const kinds = [
    ['establishments', counts.establishments, live.counts.establishments],
    ['companies', counts.companies, live.counts.companies],
    ['simples', counts.rows.simples, live.counts.rows.simples],
    ['meis', counts.meis, live.counts.meis],
  ] as const;
  return kinds.flatMap(([kind, now, before]) => {
    if (!isTooMany(before - now, before, dropShareMax[kind])) return [];
    const what = kind === 'simples' ? 'rows of the Simples' : kind === 'meis' ? 'MEIs' : kind;
    const sentence = `The files hold ${toCount(now)} ${what}, the live snapshot of ${live.dataAsOf} ${toCount(before)}: ${percent(before - now, before)} would be lost, and no month has lost more than ${dropShareMax[kind] * 100} %. Download the month again.`;
    const portuguese = `Os arquivos têm ${toCountPt(now)} ${kindsInPortuguese[kind]} e o cadastro em uso, de ${toDayPt(live.dataAsOf)}, ${toCountPt(before)}: ${percentPt(before - now, before)} se perderiam, e nenhum mês perdeu mais de ${dropShareMax[kind] * 100} %. Baixe o mês de novo.`;
    return [{ name: 'fewer_rows', sentence, portuguese }];
  });
}

function judgeCounts({ counts }: Draft): RegistryJudgement[] {
  const { establishments, companies, meis, rows } = counts;
  const { found, judge } = collectJudgements<JudgementName>();
  const lonely = counts.companies_without_establishment;
  judge(
    'companies_without_establishment',
    isTooMany(lonely, companies, lonelyShareMax),
    `${share(lonely, companies)} companies have no establishment, not even a head office: rows of the Estabelecimentos are missing. Download the whole month again.`,
    `${sharePt(lonely, companies)} empresas não têm estabelecimento, nem mesmo a matriz: faltam linhas dos Estabelecimentos. Baixe o mês inteiro de novo.`,
  );
  const nameless = counts.without_company + counts.without_legal_name;
  judge(
    'establishments_without_name',
    isTooMany(nameless, establishments, namelessShareMax),
    `${share(nameless, establishments)} establishments have no company name: rows of the Empresas are missing, or are of another month. Download the whole month again.`,
    `${sharePt(nameless, establishments)} estabelecimentos estão sem a razão social: faltam linhas das Empresas, ou são de outro mês. Baixe o mês inteiro de novo.`,
  );
  judge(
    'simples_rows',
    companies >= companiesMin && rows.simples < companies * simplesShareMin,
    `The Simples file holds ${toCount(rows.simples)} rows for ${toCount(companies)} companies, ${percent(rows.simples, companies)}; the usual is 72 %. It is cut short: download it again.`,
    `O arquivo do Simples tem ${toCountPt(rows.simples)} linhas para ${toCountPt(companies)} empresas, ${percentPt(rows.simples, companies)}; o normal é 72 %. Está incompleto: baixe de novo.`,
  );
  judge(
    'meis',
    companies >= companiesMin && (meis < companies * meiShareMin || meis > companies * meiShareMax),
    `${share(meis, companies)} companies are MEIs; the usual is about 22 %. The Simples file is cut short or its layout has changed: download it again, and report this if it stays so.`,
    `${sharePt(meis, companies)} empresas são MEI; o normal é cerca de 22 %. O arquivo do Simples está incompleto ou mudou de formato: baixe de novo e, se continuar assim, avise quem mantém o Confere.`,
  );
  const codes = [
    [
      'unknown_statuses',
      counts.unknown_statuses,
      rows.establishments,
      'a situação cadastral that is not known',
      'uma situação cadastral desconhecida',
    ],
    [
      'unknown_office_kinds',
      counts.unknown_office_kinds,
      rows.establishments,
      'neither matriz nor filial',
      'algo que não é matriz nem filial',
    ],
    [
      'unknown_mei_options',
      counts.unknown_mei_options,
      rows.simples,
      'an MEI option other than S, N or nothing',
      'uma opção pelo MEI que não é S, N nem vazia',
    ],
    [
      'unreadable_dates',
      counts.unreadable_dates,
      rows.establishments,
      'a date that is not one (YYYYMMDD)',
      'uma data que não existe (AAAAMMDD)',
    ],
  ] as const;
  for (const [name, odd, of, what, oQue] of codes) {
    judge(
      name,
      isTooMany(odd, of, oddShareMax),
      `${share(odd, of)} rows have ${what}: the Receita has changed its layout, and answers would be wrong. ${reportIt}`,
      `${sharePt(odd, of)} linhas têm ${oQue}: a Receita mudou o formato, e as respostas sairiam erradas. ${avise}`,
    );
  }
  const dateless = counts.empty_start_dates;
  judge(
    'empty_start_dates',
    isTooMany(dateless, rows.establishments, emptyDateShareMax),
    `${share(dateless, rows.establishments)} establishments have no start date; the usual is next to none. ${reportIt}`,
    `${sharePt(dateless, rows.establishments)} estabelecimentos estão sem a data de início; o normal é quase nenhum. ${avise}`,
  );
  return found;
}

function judgeText({ text }: Draft): RegistryJudgement[] {
  if (!isTooMany(text.impossible, text.accents, impossibleTextShareMax)) return [];
  const sentence = `${share(text.impossible, text.accents)} accents that were looked at are impossible in Latin-1: the files are in another encoding (UTF-8?), and names would come out garbled. Use the files as published, or report this if they are.`;
  const portuguese = `${sharePt(text.impossible, text.accents)} acentos examinados são impossíveis em Latin-1: os arquivos estão em outra codificação (UTF-8?), e os nomes sairiam trocados. Use os arquivos como publicados; se já são eles, avise quem mantém o Confere.`;
  return [{ name: 'text_encoding', sentence, portuguese }];
}

function judgeForms({ oddColumns }: Draft): RegistryJudgement[] {
  return oddColumns.flatMap(({ group, column, name, odd, of }) => {
    if (!isTooMany(odd, of, oddFormShareMax)) return [];
    const sentence = `Column ${column} of the ${groupNames[group]} (${name}) has another form than ever before in ${share(odd, of)} sampled rows: the layout has changed. ${reportIt}`;
    const portuguese = `A coluna ${column} de ${groupNames[group]} (${name}) tem, em ${sharePt(odd, of)} linhas da amostra, uma forma que nunca teve: o formato mudou. ${avise}`;
    return [{ name: 'column_forms', sentence, portuguese }];
  });
}

const reportIt = 'Stay on the live data and report this, with the month of the files.';
const avise = 'Fique com o cadastro em uso e avise quem mantém o Confere, com o mês dos arquivos.';

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function share(part: number, of: number): string {
  return `${toCount(part)} of ${toCount(of)} (${percent(part, of)})`;
}

function percent(part: number, of: number): string {
  return `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
}

function sharePt(part: number, of: number): string {
  return `${toCountPt(part)} de ${toCountPt(of)} (${percentPt(part, of)})`;
}

function percentPt(part: number, of: number): string {
  return percent(part, of).replace('.', ',');
}
