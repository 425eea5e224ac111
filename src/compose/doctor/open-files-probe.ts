// Whether the system lets a process open as many files as connections are configured.

import { readFileSync } from 'node:fs';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';

const subject = 'open_files';
/** Databases, the registry, connections to the parties, pipes: far fewer in practice. */
const othersMax = 512;
const advice =
  'Raise it for the service: LimitNOFILE=65536 in its unit, --ulimit nofile=65536 for a container, or lower server.connections_max.';

export function createOpenFilesProbe(connectionsMax: number): Probe {
  return { subject, run: () => judgeOpenFiles(findLimit(), connectionsMax) };
}

export function judgeOpenFiles(limit: number | undefined, connectionsMax: number): Finding {
  if (limit === undefined) return ok(subject, 'The limit is not known on this system.');
  const says = `A process started here may open ${limit} files; server.connections_max is ${connectionsMax}.`;
  if (limit < connectionsMax) return fault(subject, says, advice);
  return limit < connectionsMax + othersMax ? warning(subject, says, advice) : ok(subject, says);
}

/** The hard limit: Node raises its own to it at the start. */
function findLimit(): number | undefined {
  try {
    const line = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return line === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line) || undefined;
  } catch {
    return undefined;
  }
}
