// Whether a port can be opened, or is held by a Confere already.

import { createServer } from 'node:net';
import { Pool } from 'undici';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';

interface PortOptions {
  readonly subject: 'port' | 'admin_port';
  readonly host: string;
  readonly port: number;
  /** The variable that changes it. */
  readonly variable: string;
}

const answerMs = 3_000;

export function createPortProbe(options: PortOptions): Probe {
  return { subject: options.subject, run: () => examinePort(options) };
}

async function examinePort({ subject, host, port, variable }: PortOptions): Promise<Finding> {
  if (port === 0) return ok(subject, `Any free port of ${host}.`);
  const code = await findListenFault(host, port);
  const place = `Port ${port} of ${host}`;
  switch (code) {
    case undefined:
      return ok(subject, `${place} is free.`);
    case 'EADDRINUSE':
      return (await isConfere(host, port))
        ? ok(subject, `${place} is held by a Confere that answers.`)
        : fault(subject, `${place} is held by another program.`, `Stop it (ss -ltnp shows it), or set ${variable}.`);
    case 'EACCES':
      return fault(subject, `${place} needs more rights.`, `Set ${variable} above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return fault(subject, `This machine has no address ${host}.`, 'Set the host to one that it has.');
    default:
      return warning(subject, `${place} cannot be opened (${code}).`, 'Start the service to see whether it can.');
  }
}

function findListenFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Tells whether a Confere answers at the port, as no other service answers this probe with these words. */
async function isConfere(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const pool = new Pool(`http://${name.includes(':') ? `[${name}]` : name}:${port}`, { connections: 1 });
  try {
    const { body } = await pool.request({ method: 'GET', path: '/livez', signal: AbortSignal.timeout(answerMs) });
    return ((await body.json()) as { status?: unknown }).status === 'alive';
  } catch {
    return false;
  } finally {
    await pool.destroy();
  }
}
