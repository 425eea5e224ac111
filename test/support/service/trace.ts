// Which files of a real process ran: those of whose functions V8 has counted a call.

import { globSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningProcess } from './process.ts';

const source = join(import.meta.dirname, '../../../src/');

/** For the environment of a process that is to be looked into. */
export const openToTraces = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** As paths under src/. Running the body of a file is loading it, and does not count. */
function toCalledFiles(scripts: readonly Profiler.ScriptCoverage[]): string[] {
  return scripts
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url))
    .filter((path) => path.startsWith(source))
    .map((path) => path.slice(source.length));
}

/** What the main thread of the process calls while `work` is under way. */
export async function traceCalls({ output }: RunningProcess, work: () => Promise<unknown>): Promise<Set<string>> {
  const socket = new WebSocket(/ws:\/\/\S+/.exec(output())?.[0] as string);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let lastId = 0;
  const ask = <Answer>(method: string, params = {}): Promise<Answer> => {
    const id = ++lastId;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      socket.addEventListener('message', function take({ data }) {
        const answer = JSON.parse(String(data)) as { id?: number; result: Answer };
        if (answer.id !== id) return;
        socket.removeEventListener('message', take);
        resolve(answer.result);
      });
    });
  };
  await ask('Profiler.enable');
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await ask('Profiler.takePreciseCoverage');
  await work();
  const { result } = await ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
  socket.close();
  return new Set(toCalledFiles(result));
}

/** What a command called that was run with NODE_V8_COVERAGE, its threads included. */
export function readCalls(folder: string): Set<string> {
  const files = globSync('*.json', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
  return new Set(
    files.flatMap((text) => toCalledFiles((JSON.parse(text) as { result: Profiler.ScriptCoverage[] }).result)),
  );
}
