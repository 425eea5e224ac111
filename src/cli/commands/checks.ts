// `confere checks …`: shows the plan by which the parties are asked, and leads one person through it.

import type { Command } from 'commander';
import type { ShownPlan, TriedPlan } from '../../compose/commands/checks.ts';
import { loadConfig } from '../../config.ts';
import { describeConditions } from '../../domain/checks/condition.ts';
import { describeFreshFor } from '../../domain/checks/fresh-for.ts';
import type { Plan, Step } from '../../domain/checks/plan.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { NotAskedReason, PersonQuery } from '../../domain/person/evidence.ts';
import { getConfiguredFile } from '../options/configured-file.ts';
import { askHiddenFields, refuseNumberAsArgument } from '../terminal/hidden-fields.ts';
import { withJsonFaults } from '../terminal/json-faults.ts';
import { print, printJson, printTable } from '../terminal/terminal.ts';

export function addChecksCommands(program: Command): void {
  const checks = program
    .command('checks')
    .description('show and try the plan by which parties are asked (docs/checks.md)');

  checks
    .command('show')
    .description('draw the plan: who is asked, in which order, and when')
    .argument('[file]', 'a YAML file (default: the one that CONFERE_CONFIG names)')
    .option('--json', 'print JSON, faults included')
    .action(show);

  checks
    .command('try')
    .description(
      'take one person through the plan and say for each party why it was asked or not. Asks for the number, the birth date and ' +
        'the name; from a pipe it reads one line for each, an empty line for none. The sandbox answers, unless you give --live',
    )
    .option('--file <file>', 'a YAML file (default: the one that CONFERE_CONFIG names)')
    .option('--live', 'call the real parties, which may charge for it')
    .option('--json', 'print JSON')
    // Commander would repeat the surplus argument, which is the number that somebody should not have typed there.
    .allowExcessArguments()
    .action(tryOnce);
}

async function show(file: string | undefined, options: { json?: boolean }): Promise<void> {
  const { openPlan } = await import('../../compose/commands/checks.ts');
  const named = file ?? getConfiguredFile();
  // A file that is not the one in force need not fit the policy that is.
  const policyFile = file === undefined ? loadConfig()['policy.file'] : null;
  const opened = await withJsonFaults(options.json === true, () => openPlan(named, policyFile));
  if (options.json === true) printJson({ file: named, ...toDocument(opened) });
  else draw(opened);
}

function toDocument({ plan, isDeclared, neverLow }: ShownPlan): object {
  const toStep = ({ ask, when, stopIf, fallback, deadlineMs, freshFor, isAwaited }: Step) => ({
    ask,
    when: describeConditions(when) || null,
    stop_if: describeConditions(stopIf) || null,
    fallback,
    deadline_ms: deadlineMs,
    fresh_for: describeFreshFor(freshFor) || null,
    async: isAwaited ? 'wait' : null,
  });
  return {
    declared: isDeclared,
    stages: plan.stages.map((stage) => stage.map(toStep)),
    verified_needs: plan.verifiedNeeds,
    warnings: neverLow === undefined ? [] : [neverLow],
  };
}

function draw({ plan, isDeclared, neverLow }: ShownPlan): void {
  print(isDeclared ? drawStages(plan) : `${drawStages(plan)}\n\nThe file has no checks: all are asked at once.`);
  print('');
  printTable(
    ['STAGE', 'ASK', 'FALLBACK', 'DEADLINE', 'WHEN', 'STOP IF', 'FRESH FOR'],
    plan.stages.flatMap((stage, index) =>
      stage.map(({ ask, fallback, deadlineMs, when, stopIf, freshFor }) => [
        String(index + 1),
        ask,
        fallback ?? '–',
        deadlineMs === null ? '–' : `${deadlineMs} ms`,
        describeConditions(when) || 'always',
        describeConditions(stopIf) || '–',
        describeFreshFor(freshFor) || '–',
      ]),
    ),
  );
  if (plan.verifiedNeeds === null)
    print('\nVerified needs what the contract says: both bureaus and the fraud registry.');
  else print(`\nVerified needs an answer of: ${plan.verifiedNeeds.map((need) => need.join(' or ')).join(', ')}.`);
  if (neverLow !== undefined) print(`\nWarning: ${neverLow}`);
}

/** Such as `receita → bureau_b (else bureau_c) + fraud_registry → decision`, with a ? where a condition decides and a ! at a stop. */
function drawStages({ stages }: Plan): string {
  const toBox = ({ ask, fallback, when, stopIf }: Step) =>
    `${ask}${when.length > 0 ? '?' : ''}${stopIf.length > 0 ? '!' : ''}${fallback === null ? '' : ` (else ${fallback})`}`;
  const lines = stages.map((stage) => stage.map(toBox).join('  +  '));
  const width = Math.max(...lines.map((line) => line.length));
  const rule = '─'.repeat(width + 2);
  const boxes = lines.map((line) => `┌${rule}┐\n│ ${line.padEnd(width)} │\n└${rule}┘`);
  const marks = stages.flat().some(({ when, stopIf }) => when.length + stopIf.length > 0);
  return `${boxes.join(`\n${' '.repeat(Math.floor(width / 2) + 1)}↓\n`)}${marks ? '\n? asked when a condition holds   ! may stop here' : ''}`;
}

interface TryOptions {
  readonly file?: string;
  readonly live?: boolean;
  readonly json?: boolean;
}

async function tryOnce(options: TryOptions, command: Command): Promise<void> {
  refuseNumberAsArgument(command.args.length);
  const { tryPlan } = await import('../../compose/commands/checks.ts');
  const file = options.file ?? getConfiguredFile();
  const { cpf, birth_date: birthDate = null, name = null } = await askHiddenFields(['cpf', 'birth_date', 'name']);
  const query: PersonQuery = { cpf: cpf as Cpf, birthDate, name };
  const tried = await tryPlan(file, query, options.live === true);
  if (options.json === true) printJson(toTriedDocument(tried));
  else showTried(tried);
}

function toTriedDocument({ answers, decision, plan }: TriedPlan): object {
  return {
    sources: answers.map(({ source, evidence, latencyMs, allowedMs }) => ({
      source,
      outcome: evidence.kind,
      reason: 'reason' in evidence ? evidence.reason : null,
      latency_ms: Math.round(latencyMs),
      deadline_ms: allowedMs === undefined ? null : Math.round(allowedMs),
    })),
    verified_needs: plan.verifiedNeeds,
    decision: decision
      ? { status: decision.status, risk_level: decision.riskLevel, score: decision.score, reasons: decision.reasons }
      : null,
  };
}

function showTried({ answers, decision, plan }: TriedPlan): void {
  printTable(
    ['SOURCE', 'OUTCOME', 'TIME', 'OF', 'WHY'],
    answers.map(({ source, evidence, latencyMs, allowedMs }) => [
      source,
      evidence.kind,
      evidence.kind === 'not_asked' ? '–' : `${Math.round(latencyMs)} ms`,
      allowedMs === undefined ? '–' : `${Math.round(allowedMs)} ms`,
      evidence.kind === 'not_asked' ? toWhyNot(evidence.reason, source, plan) : toWhy(source, plan),
    ]),
  );
  if (decision === undefined) print('\nNobody answered: the service would say sources_unavailable.');
  else {
    print(`\n${decision.status}, risk ${decision.riskLevel}, score ${decision.score}`);
    print(`Reasons: ${decision.reasons.join(', ')}`);
  }
}

function toWhy(source: string, { stages }: Plan): string {
  const step = stages.flat().find(({ ask }) => ask === source);
  if (step === undefined) return 'stands in for a source that failed';
  return step.when.length === 0 ? 'always asked' : `holds: ${describeConditions(step.when)}`;
}

function toWhyNot(reason: NotAskedReason, source: string, { stages }: Plan): string {
  const step = stages.flat().find(({ ask, fallback }) => ask === source || fallback === source);
  switch (reason) {
    case 'condition':
      return `does not hold: ${describeConditions(step?.when ?? [])}`;
    case 'decided_earlier':
      return 'an earlier stage stopped';
    case 'fallback_not_needed':
      return `${step?.ask ?? 'its source'} did not fail`;
    case 'not_in_plan':
      return 'no step of the plan asks it';
    case 'budget':
      return 'its budget is used up';
  }
}
