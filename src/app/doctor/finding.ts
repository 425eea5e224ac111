// What an examination says about one thing, and the order in which things are examined. It examines nothing itself.

import { OperatorError } from '../../errors.ts';

export interface Finding {
  /** `subject` names the item that was checked, such as `disk_space` or `source.bureau_a`. */
  readonly subject: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly says: string;
  /** `advice` tells the operator what to do. The value is null if no action is needed. */
  readonly advice: string | null;
}

/** One examination. It changes nothing that the service keeps, and may run beside it. */
export interface Probe {
  readonly subject: string;
  run(): Finding | readonly Finding[] | Promise<Finding | readonly Finding[]>;
}

export function ok(subject: string, says: string): Finding {
  return { subject, state: 'ok', says, advice: null };
}

export function warning(subject: string, says: string, advice: string): Finding {
  return { subject, state: 'warning', says, advice };
}

export function fault(subject: string, says: string, advice: string): Finding {
  return { subject, state: 'fault', says, advice };
}

/** One after the other, so that none measures what another one does. A probe that fails is a finding, too. */
export async function* examine(probes: readonly Probe[]): AsyncGenerator<Finding> {
  for (const probe of probes) {
    try {
      yield* [await probe.run()].flat();
    } catch (error) {
      yield toFaultFinding(probe.subject, error);
    }
  }
}

/** An operator's message says what is wrong and then what to do; of anything else only the code is told. */
export function toFaultFinding(subject: string, error: unknown): Finding {
  if (error instanceof OperatorError) return fault(subject, ...splitMessage(error.message));
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown };
  const where = typeof path === 'string' ? ` at ${path}` : '';
  const permission = code === 'EACCES' || code === 'EPERM';
  return fault(
    subject,
    `It could not be examined${where} (${String(code ?? (error as Error | undefined)?.name)}).`,
    permission
      ? 'Run the command as the user who runs the service, and see who owns the path: ls -ld PATH'
      : 'See docs/operations.md, or report it where the code tells you nothing.',
  );
}

function splitMessage(message: string): [says: string, advice: string] {
  const sentence = /^[\s\S]*?\.(?=\s+[A-Z])/.exec(message)?.[0];
  // A list of faults ends with a line that says where to look.
  const says = sentence ?? message.slice(0, Math.max(message.lastIndexOf('\n'), 0));
  const advice = message.slice(says.length).trim();
  return says === '' ? [message, 'Mend it and look again: confere doctor'] : [says, advice];
}
