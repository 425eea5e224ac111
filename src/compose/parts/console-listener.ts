// Where the console is reached.

import type { Config } from '../../config.ts';

/** `auto` is beside the API only while nobody but this machine can reach that. */
export function findConsoleListener(config: Config): 'public' | 'admin' | 'off' {
  const chosen = config['console.listener'];
  if (chosen !== 'auto') return chosen;
  return isLoopback(config.host) ? 'public' : 'admin';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
