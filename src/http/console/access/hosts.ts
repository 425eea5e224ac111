// Which names the console and the operators' listener answer to. A page of another site can make its own name point at this machine (DNS
// rebinding) and would then be of the same origin to a browser; the name in `Host` is still its own. An address in digits is always good:
// a browser that asks for it has looked up no name.

import { isIP } from 'node:net';
import { AppError } from '../../../errors.ts';

/** Throws `host_not_allowed` for a name that is not one of ours. `host` is the header, with or without a port. */
export type RefuseHost = (host: string | undefined) => void;

export function createRefuseHost(names: readonly string[]): RefuseHost {
  const allowed = new Set(names.map(toPlainHost));
  return (host) => {
    // Without the header it is no browser.
    if (host === undefined) return;
    const name = findName(host);
    if (name === undefined || !(isIP(name) !== 0 || isThisMachine(name) || allowed.has(name))) {
      // Whatever else was sent along is not looked at.
      throw new AppError('host_not_allowed', { headers: { connection: 'close' } });
    }
  };
}

function findName(host: string): string | undefined {
  if (!/^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/.test(host)) return undefined;
  return toPlainHost(host.replace(/:\d{1,5}$/, ''));
}

/** Case and a dot at the end make no other name of it. */
function toPlainHost(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** Browsers look up no name below `localhost` either. */
function isThisMachine(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}
