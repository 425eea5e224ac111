// Whether the depot that this machine takes a dataset from answers, and what it offers.

import { type DatasetName, type DatedSnapshot, isOlder } from '../../app/datasets/dataset-name.ts';
import { type Finding, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import type { Depot } from '../depots/depot.ts';
import { createDepotProbe } from './depot-probe.ts';
import { findOffered, toDated } from './shared-snapshots.ts';
import { readPublisherKeys } from './signing.ts';

interface SourceProbeOptions {
  readonly dataset: DatasetName;
  readonly openDepot: () => Depot;
  /** The file with the keys of those who may publish; null where no signature is asked for. */
  readonly publisherKey: string | null;
  readonly findLive: () => DatedSnapshot | undefined;
}

export function createSourceProbe({ dataset, openDepot, publisherKey, findLive }: SourceProbeOptions): Probe {
  return createDepotProbe(`${dataset.name}_source`, openDepot, async (depot, signal) => {
    const publishers = publisherKey === null ? undefined : readPublisherKeys(dataset, publisherKey);
    const newest = await findOffered({ dataset, depot }, { id: undefined, publishers }, signal);
    return judgeSource(dataset, depot.address, newest && toDated(newest), findLive());
  });
}

function judgeSource(
  { name }: DatasetName,
  address: string,
  newest: DatedSnapshot | undefined,
  live: DatedSnapshot | undefined,
): Finding {
  const subject = `${name}_source`;
  if (newest === undefined)
    return warning(
      subject,
      `Nothing has been published at ${address}.`,
      `On the machine that imports: confere ${name} publish TARGET`,
    );
  const says = `${address} offers the data of ${newest.dataAsOf}`;
  if (live?.id === newest.id) return ok(subject, `${says}, which is live.`);
  if (live !== undefined && isOlder(newest, live))
    return warning(subject, `${says}; what is live is newer.`, `Publish the newer one: confere ${name} publish TARGET`);
  return warning(
    subject,
    `${says}, which is not live here.`,
    `A running service takes it by itself; or: confere ${name} pull`,
  );
}
