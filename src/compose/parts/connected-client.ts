// A client of a running service for the command line: a wrong address is a sentence about --url.

import { type ClientOptions, createClient } from '../../../packages/client/src/index.ts';
import { OperatorError } from '../../errors.ts';

export function connectClient(options: ClientOptions): ReturnType<typeof createClient> {
  try {
    return createClient(options);
  } catch (error) {
    throw error instanceof TypeError ? new OperatorError(error.message.replace('`url`', '--url')) : error;
  }
}
