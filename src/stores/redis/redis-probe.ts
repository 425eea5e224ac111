// Whether the shared counters answer, and whether the server may forget them.

import { type Finding, fault, ok, type Probe, toFaultFinding, warning } from '../../app/doctor/finding.ts';
import { parseRedisAddress, toShownAddress } from './address.ts';
import { connectRedis } from './connect.ts';

const subject = 'counters';
const deadlineMs = 3_000;

/** `holdsAnswers`: whether more lies there than counts. */
export function createRedisProbe(readAddress: () => string, holdsAnswers = false): Probe {
  return {
    subject,
    async run() {
      try {
        return await examineRedis(readAddress(), holdsAnswers);
      } catch (error) {
        return toFaultFinding(subject, error);
      }
    },
  };
}

async function examineRedis(text: string, holdsAnswers: boolean): Promise<Finding> {
  const address = parseRedisAddress(text);
  const client = connectRedis(address, () => 0.5);
  let problem = '';
  client.on('error', (error: Error) => {
    // Of its own words only the first, a code such as ECONNREFUSED or WRONGPASS: the rest may repeat what was sent.
    problem = 'code' in error ? String(error.code) : (error.message.split(' ')[0] ?? '');
  });
  try {
    const info = await new Promise<string | undefined>((resolve) => {
      setTimeout(resolve, deadlineMs, undefined).unref();
      client.once('ready', () => client.info().then(resolve, () => resolve(undefined)));
    });
    const where = toShownAddress(address);
    if (info === undefined)
      return fault(
        subject,
        `${where} does not answer${problem === '' ? '' : ` (${problem})`}: limits hold by the share of each node` +
          `${holdsAnswers ? ', and each asks the sources for itself' : ''}.`,
        'See whether it runs and can be reached, and whether name and password are right.',
      );
    return judgeInfo(where, info, holdsAnswers);
  } finally {
    client.disconnect();
  }
}

export function judgeInfo(where: string, info: string, holdsAnswers = false): Finding {
  const find = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = find('valkey_version') ?? find('redis_version') ?? 'unknown';
  const says = `${find('valkey_version') === undefined ? 'Redis' : 'Valkey'} ${version} at ${where} answers`;
  const policy = find('maxmemory_policy') ?? 'noeviction';
  // 0 is no bound at all.
  if (policy !== 'noeviction' && find('maxmemory') !== '0')
    return warning(
      subject,
      `${says}, but may forget counts when its memory is full (maxmemory-policy ${policy}).`,
      'Set maxmemory-policy noeviction, or give the counters a server of their own.',
    );
  if (holdsAnswers && find('maxmemory') === '0')
    return warning(
      subject,
      `${says}, but has no bound: shared answers may take all of its machine's memory.`,
      'Set maxmemory: answers take at most three quarters of it, and leave the rest to the limits.',
    );
  if (holdsAnswers && find('aof_enabled') === '1')
    return warning(
      subject,
      `${says}, but writes all that it holds to its disk, shared answers too, where they outlive their time.`,
      'Set appendonly no (and save ""): neither limits nor answers need a copy.',
    );
  return ok(subject, `${says}.`);
}
