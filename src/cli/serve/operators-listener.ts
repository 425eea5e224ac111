// Opens the listener for operators. The service is worth more than its metrics: where their port is taken, it serves all the
// same, and says so.

import type { Logger } from '../../compose/telemetry/log.ts';
import type { Operators } from '../../compose/telemetry/operators.ts';
import type { Config } from '../../config.ts';
import { printFault } from '../terminal/terminal.ts';

/** Gives the address, or undefined where there is none. */
export async function openOperatorsListener(
  { admin }: Operators,
  config: Config,
  logger: Logger,
): Promise<string | undefined> {
  if (!config['admin.enabled']) return undefined;
  const host = config['admin.host'];
  const port = config['admin.port'];
  try {
    return await admin.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    printFault(
      `No metrics: port ${port} of ${host} cannot be opened (${code}). Set CONFERE_ADMIN_PORT to a free one, or CONFERE_ADMIN_ENABLED=false.`,
    );
    logger.write('warn', 'admin_listener_failed', { internal: String(code) });
    return undefined;
  }
}
