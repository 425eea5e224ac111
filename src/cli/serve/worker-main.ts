// The way into a worker, as `main.ts` is for the command line. Only `confere serve --workers` starts it.

import { useCompileCache } from '../compile-cache.ts';

useCompileCache();
await import('./worker.ts');
