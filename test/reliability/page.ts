// Renders docs/reliability.md: every promise, and what its last full run found.

import type { Mutant } from './prove/mutant.ts';
import { mutants } from './prove/mutants.ts';
import { findOutcome } from './prove/outcomes.ts';
import type { Result, Results } from './results.ts';
import type { Row } from './row.ts';

export function toVerdict(result: Result | undefined): string {
  if (result === undefined) return 'not run yet';
  if (result.broken.length > 0) return '**broken**';
  if ((result.unreached ?? []).length > 0) return '**load not reached**';
  return result.missed.length > 0 ? '**missed**' : 'pass';
}

export function renderPage(rows: readonly Row[], results: Results): string {
  const machines = [...new Set(Object.values(results).map(({ machine }) => machine))];
  const lines = rows.map((row) => {
    const result = results[row.id];
    const figures = result === undefined ? '' : result.figures.map((figure) => toFigure(figure, result)).join('<br>');
    const when =
      result === undefined
        ? ''
        : `${result.date}, \`${result.commit}\`, load ${result.load}, ${result.seconds} s${toShare(result)}`;
    return `| ${[row.promise, row.test, row.pass, figures, toVerdict(result), when].map(toCell).join(' | ')} |`;
  });
  return `# What this service promises, and what the tests found

\`npm run test:reliability\` and \`npm run generate\` write this page: do not edit it.
The first runs every row at full length (an hour and more).
\`npm run test:reliability steady-cpf kills\` runs some rows and keeps the findings of the others.
\`npm test\` runs a short form of every row.
The short form decides by faults that must never happen, not by times, which depend on the machine.

A wrong answer is any 2xx whose body differs from the right one.
The deterministic simulator or the imported dump implies the right one, for the sources that answered.

- **load not reached**: the generator did not offer the load of the promise, so the row shows nothing.
- **missed**: the row did not reach a time or a share on that machine at that load.
- **broken**: something happened that must not.

Each figure shows the commit of the code that made it (\`+\`: with uncommitted changes).
A run that made only a share of the counts says so.
Load is the number of other processes that wanted to run when the row began.
We promise the figures for two free cores.

Two things limit the times here.
The load generator, the simulated parties and the service share the two cores with all other work.
Every answer with a live key waits until its record is durable on the same disk.
Rows that times decide ran with the first right to the processor.
p50 stands beside p99, so that you can tell a late tail from a slow service.

A row is worth the faults that it notices.
\`npm run test:reliability -- --prove [ROW…]\` breaks the product on purpose, once for each mutant of a row (\`test/reliability/prove\`).
It works in a copy of the source tree, and the row must be green without the mutant and red with it.

Measured on ${machines.join('; ')}.

| promise | test | pass | found | verdict | when |
|---|---|---|---|---|---|
${lines.join('\n')}

## What the rows noticed

| row | what was broken on purpose | the row turned | when |
|---|---|---|---|
${mutants.map(toMutantLine).join('\n')}
`;
}

function toMutantLine(mutant: Mutant): string {
  const outcome = findOutcome(mutant);
  const colour = outcome === undefined ? 'not run yet' : outcome.colour === 'red' ? 'red' : '**green**';
  const when = outcome === undefined ? '' : `${outcome.date}, \`${outcome.commit}\``;
  return `| ${[mutant.row, mutant.breaks, colour, when].map(toCell).join(' | ')} |`;
}

/** A run that was shorter than the row says. */
function toShare({ share }: Result): string {
  return share === undefined ? '' : `, **${share} of the counts**`;
}

/** What decided against a row stands out. */
function toFigure(figure: string, { broken, missed, unreached = [] }: Result): string {
  return [...broken, ...missed, ...unreached].includes(figure) ? `**${figure}**` : figure;
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
