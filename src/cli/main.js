#!/usr/bin/env node
// The way in: turns the cache of compiled files on, and only then loads the rest. Without it most of a start goes into stripping types and
// compiling. In plain JavaScript, because to strip the types of this one file Node would load a compiler, which takes longer than `confere --version`.

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Beside the dependencies, which belong to whoever installed Confere: in the system's folder for temporary files another user could
// plant code. Node keys each entry by the content of its file and its own version. Where the folder cannot be written, all works as
// before, only slower. By the variable, threads and the processes that this one starts use it too.
process.env['NODE_COMPILE_CACHE'] ||= join(import.meta.dirname, '../../node_modules/.cache/confere-compiled');
enableCompileCache();
await import('./program.ts');
