// The report that a person may ask for: made on the server, and handed over as one file.

import { useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { formatNumber } from '../words/format.ts';
import { auditWords } from './words.ts';

export function ReportCard({ cpf }: { readonly cpf: string }) {
  const words = auditWords();
  const [made, setMade] = useState<{ readonly of: string; readonly answer: ConsoleAnswer<'POST person-report'> }>();
  const [error, setError] = useState<unknown>();
  const make = () => call('POST person-report', { cpf }).then((answer) => setMade({ of: cpf, answer }), setError);
  const answer = made?.of === cpf ? made.answer : undefined;
  return (
    <section class="card stack tight">
      <h2>{words.report}</h2>
      <p class="quiet">{words.reportLead}</p>
      {error !== undefined && <ProblemNotice error={error} />}
      <div class="row">
        {answer === undefined ? (
          <button type="button" class="button" onClick={() => void make()}>
            {words.makeReport}
          </button>
        ) : (
          <>
            <strong class="number">{words.consultations(formatNumber(answer.report.consultations.length))}</strong>
            <button type="button" class="button" onClick={() => download(answer.page)}>
              {words.download}
            </button>
          </>
        )}
      </div>
    </section>
  );
}

/** The file's name says nothing of the person. */
function download(page: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
  link.download = 'relatorio-de-consultas.html';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
