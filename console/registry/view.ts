// What the screen shows, and what an administrator can ask for.

import type { ConsoleAnswer, ConsoleBody } from '../../src/http/console/contract.ts';

export type Registry = ConsoleAnswer<'GET registry'>;
export type Job = NonNullable<Registry['job']>;

export type Act =
  | ({ readonly kind: 'import' } & ConsoleBody<'POST registry-import'>)
  | ({ readonly kind: 'update' } & ConsoleBody<'POST registry-update'>)
  | ({ readonly kind: 'rollback' } & ConsoleBody<'POST registry-rollback'>)
  | { readonly kind: 'release' | 'stop' };
