// Opens the service's port, and says in a sentence why it cannot be opened.

import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { type Acceptors, openAcceptors } from '../../http/connections/acceptors.ts';
import { type BoundSockets, bindSockets } from '../../http/connections/bound-sockets.ts';

export type { Acceptors } from '../../http/connections/acceptors.ts';
export type { BoundSockets } from '../../http/connections/bound-sockets.ts';

/** Opens the listener for one process that serves alone. */
export function openListener({ host, port }: Config): Promise<Acceptors> {
  return openAcceptors({ host, port }).catch((error: unknown) => refuseListening(error, host, port));
}

/** For a process that starts others, which serve. */
export function bindListener({ host, port }: Config): Promise<BoundSockets> {
  return bindSockets({ host, port }).catch((error: unknown) => refuseListening(error, host, port));
}

/** Opens the listener for a process that such a process started. */
export function openInheritedListener(descriptors: readonly number[]): Promise<Acceptors> {
  return openAcceptors({ descriptors });
}

function refuseListening(error: unknown, host: string, port: number): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    throw new OperatorError(`Port ${port} of ${host} is in use. Stop the other program, or set CONFERE_PORT.`);
  }
  if (code === 'EACCES') throw new OperatorError(`Port ${port} needs more rights. Set CONFERE_PORT above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    throw new OperatorError(`This machine has no address ${host}. Set CONFERE_HOST to one that it has.`);
  }
  throw error;
}
