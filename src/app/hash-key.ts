// The keyed hash under which an API key is stored: useless to whoever has only the database.

import { createHmac } from 'node:crypto';
import type { HashKey } from './ports.ts';

export function createHashKey(secret: Uint8Array): HashKey {
  return (key) => createHmac('sha256', secret).update(key).digest('base64url');
}
