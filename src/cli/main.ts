#!/usr/bin/env node
// The way in: turns the cache of compiled files on, and only then loads the rest of the command line.

import { useCompileCache } from './compile-cache.ts';

useCompileCache();
await import('./program.ts');
