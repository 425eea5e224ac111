// `confere serve`: starts the service in this process, or in several that this one watches over.

import { flushCompileCache } from 'node:module';
import type { Command } from 'commander';
import { countWorkers, createLoadSettings } from '../serve/settings.ts';
import { ignoreLostOutput } from '../serve/signals.ts';

export function addServeCommand(program: Command, version: string): void {
  program
    .command('serve')
    .description('start the service (npm start)')
    .option('--workers <count>', 'processes that share the port: a number, or auto for one per core (default: 1)')
    .addHelpText('after', '\nSIGHUP takes up changed settings without a lost request, SIGTERM stops within 15 seconds.')
    .action(({ workers }: { workers?: string }) => serve(version, workers));
}

async function serve(version: string, workers: string | undefined): Promise<void> {
  ignoreLostOutput();
  const load = createLoadSettings(workers);
  const config = load();
  if (countWorkers(config) === 1) {
    const { serveSingle } = await import('../serve/single.ts');
    await serveSingle(config, load, { version });
  } else {
    const { serveSupervised } = await import('../serve/supervisor.ts');
    await serveSupervised(config, load, version);
  }
  // A service may run for months and be killed in the end: what was compiled is kept now.
  flushCompileCache();
}
