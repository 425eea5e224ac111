// What a person who starts the service is shown: where it listens, and calls to try.

import { print } from '../terminal/terminal.ts';

export interface Welcome {
  readonly version: string;
  readonly address: string;
  /** The value is undefined if operators have no listener of their own. */
  readonly adminAddress: string | undefined;
  readonly console: 'public' | 'admin' | 'off';
  readonly workers: number;
  readonly sandboxKey: SandboxKey;
}

export interface SandboxKey {
  readonly key: string;
  readonly usable: boolean;
}

export function printWelcome({ version, address, adminAddress, console, workers, sandboxKey }: Welcome): void {
  print(`Confere ${version} listens on ${address}${workers === 1 ? '' : ` (${workers} workers)`}`);
  print(`API reference: ${address}/docs`);
  const consoleAddress = console === 'public' ? address : console === 'admin' ? adminAddress : undefined;
  if (consoleAddress !== undefined) print(`Console: ${consoleAddress}/console`);
  if (adminAddress !== undefined) print(`For operators: ${adminAddress}/metrics and ${adminAddress}/status`);
  if (!sandboxKey.usable) {
    print('The sandbox key was revoked. Make another one: confere keys create --name trial --mode test');
    return;
  }
  const call = (path: string, body: string) =>
    `curl -s ${address}${path} -H 'Authorization: Bearer ${sandboxKey.key}' -H 'Content-Type: application/json' -d '${body}'`;
  print(`Sandbox key (synthetic data only): ${sandboxKey.key}\n`);
  print(call('/v1/verify/cpf', '{"cpf":"40442820135"}'));
  print(call('/v1/verify/cnpj', '{"cnpj":"34238864000168"}'));
  print('');
}

export function toAddress(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}
