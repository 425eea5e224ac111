// `confere doctor`: looks at everything that the service needs, changes nothing, and says what to do.

import type { Command } from 'commander';
import { examine, type Finding, type Probe } from '../../app/doctor/finding.ts';
import { loadConfig } from '../../config.ts';
import { print, printJson } from '../terminal/terminal.ts';

const labels = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('examine machine, files and parties; say what is wrong and what to do (also while the service runs)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nIt asks no party about a person, so no party bills it. The exit code is 0 without faults (warnings do not count), 1 with one or more.',
    )
    .action((options: { json?: boolean }) => doctor(options.json === true));
}

async function doctor(asJson: boolean): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of examine(await loadProbes())) {
    findings.push(finding);
    if (!asJson) printFinding(finding);
  }
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [warnings, faults] = [count('warning'), count('fault')];
  if (asJson)
    printJson({ result: faults > 0 ? 'faults' : warnings > 0 ? 'warnings' : 'ok', warnings, faults, findings });
  else print(`\n${count('ok')} ok, ${warnings} to look at, ${faults} to fix.`);
  if (faults > 0) process.exitCode = 1;
}

/** Wrong settings are a finding like any other: a program that asks for JSON gets JSON. */
async function loadProbes(): Promise<readonly Probe[]> {
  const { createProbes } = await import('../../compose/doctor/doctor.ts');
  try {
    return createProbes(loadConfig());
  } catch (error) {
    const failed: Probe = {
      subject: 'settings',
      run: () => {
        throw error;
      },
    };
    return [failed];
  }
}

function printFinding({ subject, state, says, advice }: Finding): void {
  print(`${labels[state]} ${subject}: ${says.replaceAll('\n', '\n        ')}`);
  if (advice !== null) print(`        -> ${advice}`);
}
