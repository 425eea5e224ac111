// Whether the place that this machine takes its registry from answers, and what it offers.

import { type Finding, fault, ok, type Probe, toFault, warning } from '../../app/doctor/finding.ts';
import { type DatedSnapshot, isOlder } from '../../app/registry/pull-registry.ts';
import { toOperatorFault } from './place-fault.ts';
import type { SharedPlace } from './places/place.ts';
import { findOffered, toDated } from './shared-snapshots.ts';
import { readPublisherKeys } from './signing.ts';

const subject = 'registry_source';
const deadlineMs = 10_000;

interface SourceProbeOptions {
  readonly openPlace: () => SharedPlace;
  /** The file with the keys of those who may publish; null where no signature is asked for. */
  readonly publisherKey: string | null;
  readonly findLive: () => DatedSnapshot | undefined;
}

export function createSourceProbe({ openPlace, publisherKey, findLive }: SourceProbeOptions): Probe {
  return {
    subject,
    async run() {
      const place = openPlace();
      try {
        const publishers = publisherKey === null ? undefined : readPublisherKeys(publisherKey);
        const newest = await findOffered(place, { id: undefined, publishers }, AbortSignal.timeout(deadlineMs));
        return judgeSource(place.address, newest && toDated(newest), findLive());
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError')
          return fault(
            subject,
            `${place.address} does not answer.`,
            'See whether it can be reached from this machine.',
          );
        return toFault(subject, toOperatorFault(error, place.address));
      } finally {
        await place.close();
      }
    },
  };
}

function judgeSource(address: string, newest: DatedSnapshot | undefined, live: DatedSnapshot | undefined): Finding {
  if (newest === undefined)
    return warning(
      subject,
      `Nothing has been published at ${address}.`,
      'On the machine that imports: confere registry publish TARGET',
    );
  const says = `${address} offers the data of ${newest.dataAsOf}`;
  if (live?.id === newest.id) return ok(subject, `${says}, which is live.`);
  if (live !== undefined && isOlder(newest, live))
    return warning(
      subject,
      `${says}; what is live is newer.`,
      'Publish the newer one: confere registry publish TARGET',
    );
  return warning(
    subject,
    `${says}, which is not live here.`,
    'A running service takes it by itself; or: confere registry pull',
  );
}
