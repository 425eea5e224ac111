// The report about one person as a page to hand over: Portuguese, one file, nothing loaded from anywhere, fit for printing.

import { purposeWords } from '../../domain/access/purpose-words.ts';
import { findReasonWords } from '../../domain/person/reason-words.ts';
import { riskNames } from '../../domain/risk/act-words.ts';
import { personalData } from '../kept/stores.ts';
import type { HeldData, PersonConsultation, PersonReport } from './person-report.ts';

const results: Readonly<Record<string, string>> = {
  verified: 'Identidade confirmada',
  not_verified: 'Identidade não confirmada',
  not_found: 'CPF não encontrado',
  inconclusive: 'Inconclusivo',
  sources_unavailable: 'Sem resultado (as fontes não responderam)',
  clear: 'Não consta nas listas consultadas',
  hit: 'Consta em lista consultada',
  possible: 'Nome semelhante em lista consultada',
  unfinished: 'Consulta iniciada, sem resultado registrado',
};

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 65%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
p.lead, footer { color: var(--soft); } table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; } td.id { font-family: ui-monospace, monospace; font-size: .8rem; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } tr { break-inside: avoid; } }`;

export function toReportPage(report: PersonReport): string {
  const { consultations } = report;
  const whom = escapeText(report.cpf === null ? `documento ${report.document}` : `CPF ${report.cpf}`);
  const number = report.cpf === null ? 'este documento' : 'este CPF';
  const list =
    consultations.length === 0
      ? `<p>Nenhuma consulta a ${number} está registrada.</p>`
      : `<table>
<thead><tr><th>Data e hora (Brasília)</th><th>Quem consultou</th><th>Finalidade</th><th>Resultado</th><th>Score</th><th>Risco</th><th>Motivos</th><th>Protocolo</th></tr></thead>
<tbody>
${consultations.map(toConsultationRow).join('\n')}
</tbody>
</table>`;
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Relatório de consultas ao ${whom}</title>
<style>${style}</style>
</head>
<body>
<h1>Relatório de consultas</h1>
<p class="lead">${whom} · emitido em ${toBrazilTime(report.made_at)}</p>
<p>Este relatório lista as consultas a ${number} que o nosso serviço de verificação de identidade registrou: quem consultou, quando,
para qual finalidade e com qual resultado (Lei 13.709/2018, arts. 18 e 20; Lei 12.414/2011, art. 5º).</p>
<h2>Consultas registradas: ${consultations.length}</h2>
${list}
<h2>Dados guardados</h2>
${toHeldTable(report.held, number)}${toDamagedText(report.damaged.length)}
<h2>Como ler</h2>
<p>O score vai de 0 a 1.000. De 700 a 1.000 o risco é baixo, de 500 a 699 médio, de 0 a 499 alto. Você pode pedir a explicação e a
revisão de qualquer resultado: informe o protocolo.</p>
<p>Os motivos dizem quais informações pesaram no resultado. Este relatório nunca detalha medidas de segurança, de prevenção a fraudes
e de consulta a listas, para ninguém: isso não quer dizer que exista alguma sobre você.</p>
<footer>Registros mais antigos que o prazo de guarda são eliminados e não aparecem aqui.</footer>
</body>
</html>
`;
}

function toDamagedText(count: number): string {
  if (count === 0) return '';
  const what = count === 1 ? 'Um registro está danificado' : `${count} registros estão danificados`;
  return `\n<p>${what} no nosso banco de dados. Não foi possível verificar se se ${count === 1 ? 'refere' : 'referem'} a você.</p>`;
}

function toHeldTable(kept: readonly HeldData[], number: string): string {
  if (kept.length === 0) return `<p>Nenhum dado sobre ${number} está guardado.</p>`;
  const rows = kept.map(({ place, count, named }) => {
    // For somebody who knows neither settings nor databases.
    const [what, until] = personalData[place].personal.report;
    const cells = [
      named.length === 0 ? what : `${what}: ${named.join(', ')}`,
      count === null ? 'não é possível contar' : String(count),
      until,
    ];
    return `<tr>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}</tr>`;
  });
  return `<table>
<thead><tr><th>O que é</th><th>Quantos</th><th>Até quando</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

function toConsultationRow({
  at,
  asked_by,
  purpose,
  status,
  score,
  risk_level,
  reasons,
  request_id,
}: PersonConsultation): string {
  const cells = [
    toBrazilTime(at),
    // The person learns that somebody here asked, and by which mark to ask back; not the name of whoever works here.
    asked_by.startsWith('opr_') ? `operador ${asked_by}` : asked_by,
    purpose === null ? 'não informada' : (purposeWords[purpose]?.pt ?? purpose),
    results[status] ?? status,
    score === null ? '–' : String(score),
    risk_level === null ? '–' : (riskNames[risk_level] ?? risk_level),
    toReasonText(reasons, status),
  ];
  return `<tr>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}<td class="id">${escapeText(request_id)}</td></tr>`;
}

function toReasonText(reasons: PersonConsultation['reasons'], status: string): string {
  if (reasons === null) return status === 'unfinished' ? '–' : 'não estão disponíveis';
  return reasons.length === 0 ? '–' : reasons.map((code) => findReasonWords(code)?.pt ?? code).join(' ');
}

function toBrazilTime(iso: string): string {
  return new Date(iso).toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
