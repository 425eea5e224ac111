// `@confere/client` as callers get it: packed as for publishing, and installed from that file.

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = join(import.meta.dirname, '../../../packages/client');
/** The name that examples ask for. */
const packedName = 'confere-client-0.1.0.tgz';

/** Gives the path of the file. */
export async function packClient(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
  return join(folder, packedName);
}

/** An empty project with nothing but the client in it; without a network, because the client needs nothing else. */
export async function installClient(folder: string): Promise<string> {
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name":"somebodys-own","private":true,"type":"module"}');
  const packed = await packClient(folder);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], { cwd: project });
  return project;
}
