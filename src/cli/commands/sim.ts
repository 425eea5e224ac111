// `confere sim`: the outside parties as simulated servers, until Ctrl-C. It prints addresses and what they were asked, never about whom.

import { type Command, InvalidArgumentError } from 'commander';
import { codeOf, OperatorError } from '../../errors.ts';
import { print, printTable } from '../terminal/terminal.ts';

const portDefault = 4010;

export function addSimCommand(program: Command): void {
  program
    .command('sim')
    .description('run the outside parties as simulated servers, to try a description or an outage')
    .option('--port <port>', 'the control port; the parties follow it', parsePort, portDefault)
    .option('--profile <names>', 'which parties, such as serpro,serasa,pix-dict (default: all)', parseNames)
    .option('--quiet', 'do not print a line for every call')
    .action(simulate);
}

interface SimOptions {
  readonly port: number;
  readonly profile?: readonly string[];
  readonly quiet?: boolean;
}

async function simulate({ port, profile, quiet = false }: SimOptions): Promise<void> {
  const { createSimulator } = await import('../../compose/commands/simulator.ts');
  const simulator = await createSimulator({
    port,
    ...(profile === undefined ? {} : { profiles: profile }),
    onCall: ({ party, what, status, fault, delayMs }) => {
      if (quiet) return;
      print(`${party} ${what} ${fault === 'none' ? status : fault} ${Math.round(delayMs)} ms`);
    },
  }).catch(explainListening);
  const rows = Object.entries(simulator.state().parties).map(([name, { url }]) => [name, url]);
  printTable(['PARTY', 'BASE_URL'], rows);
  print(`\nMake one fail:  curl -X PUT ${simulator.controlUrl}/_sim/PARTY -d '{"fault":{"kind":"black_hole"}}'`);
  print(`See the rest:   curl ${simulator.controlUrl}/_sim   (docs/simulator.md)\n`);
  const stop = (): void => {
    void simulator.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function explainListening(error: unknown): never {
  if (codeOf(error) === 'EADDRINUSE') {
    throw new OperatorError('A port of the simulator is in use. Stop the other program, or give another --port.');
  }
  throw error;
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_500) return port;
  throw new InvalidArgumentError('Give a number from 0 (any free ports) to 65500.');
}

function parseNames(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}
