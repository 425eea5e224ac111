// The service inside the command, for CPFs without a running one: its sources, its limits, its audit and its record of calls, with a
// key as anywhere else. It listens on this machine only, for as long as the command runs.

import type { Config } from '../../config.ts';
import { createService } from '../service/service.ts';

const errorOutput = 2;

export async function startLocalService(config: Config) {
  const service = await createService(
    { ...config, 'log.level': 'error' },
    // It is here for the rows of one table, and nobody expects it to do a service's other work.
    { logDescriptor: errorOutput, isHousekeeper: false, hasJobs: false },
  );
  try {
    const port = await service.listen({ host: '127.0.0.1', port: 0 });
    return {
      url: new URL(`http://127.0.0.1:${port}`),
      close: async () => {
        service.server.server.closeAllConnections();
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}
