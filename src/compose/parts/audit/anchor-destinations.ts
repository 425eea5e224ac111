// Opens the places that `audit.anchor` names, with the credentials that the environment holds.

import { randomBytes } from 'node:crypto';
import { type AnchorDestination, AnchorFault } from '../../../app/audit/anchors/anchor-destination.ts';
import type { Clock } from '../../../app/clock.ts';
import { createRequestIds } from '../../../app/random.ts';
import { type Config, findEnvironmentSecret, readSecretAddress } from '../../../config.ts';
import { DepotFault } from '../../../datasets/depots/depot.ts';
import { openBucket, parseDepot } from '../../../datasets/depots/open-depot.ts';
import { OperatorError } from '../../../errors.ts';
import type { AnchorSetting, Keeping } from '../../../settings/anchors.ts';
import { openFolderAnchors } from '../../../stores/audit/anchors/anchors.folder.ts';
import { openStampedAnchors } from '../../../stores/audit/anchors/anchors.rfc3161.ts';
import { type Bucket, openS3Anchors } from '../../../stores/audit/anchors/anchors.s3.ts';
import { openWebhookAnchors } from '../../../stores/audit/anchors/anchors.webhook.ts';
import { createLazySend } from '../webhook-calls.ts';

type ReadablePlace = AnchorDestination & Required<Pick<AnchorDestination, 'read'>>;

const dayMs = 86_400_000;
const connections = 8;

/** Throws an OperatorError for credentials that are not there. */
export function openAnchorDestinations(config: Config, clock: Clock): readonly AnchorDestination[] {
  return config['audit.anchor'].map((setting) => openDepot(setting, config, clock));
}

function openDepot(setting: AnchorSetting, config: Config, clock: Clock): AnchorDestination {
  const { name } = setting;
  if (setting.kind === 'webhook') {
    return openWebhookAnchors(name, {
      url: setting.url,
      secret: readWebhookSecret(setting.secret),
      send: createLazySend(config),
      createId: createRequestIds(clock, randomBytes, 'msg_'),
      nowMs: clock.nowMs,
    });
  }
  if (setting.kind === 'rfc3161') {
    const { url, ca, keep } = setting;
    return openStampedAnchors(name, { url, ca, keep: openKeeping(name, keep, config, clock) });
  }
  return openKeeping(name, setting, config, clock);
}

function openKeeping(name: string, place: Keeping, config: Config, clock: Clock): ReadablePlace {
  if (place.kind === 'folder') return openFolderAnchors(name, place.folder);
  const retainMs = (place.retainDays ?? config['audit.record_days']) * dayMs;
  return openS3Anchors(name, openLockedBucket(place.address, clock), { mode: place.mode, retainMs });
}

/** Credentials of its own where there are some: those for the registry may only read. */
function openLockedBucket(address: string, clock: Clock): Bucket {
  const settings = parseDepot(
    address,
    (name) => findEnvironmentSecret(`AUDIT_ANCHOR_${name}`) || findEnvironmentSecret(name) || undefined,
  );
  if (settings.kind !== 's3') throw new OperatorError(`audit.anchor: ${address} is no address in S3.`);
  const bucket = openBucket(settings, { clock, connections });
  return {
    address: bucket.address,
    prefix: bucket.prefix,
    send: (request) =>
      bucket.send(request).catch((error: unknown) => {
        throw error instanceof DepotFault ? new AnchorFault(error.message) : error;
      }),
    toReason: (answer, name) => bucket.toFault(answer, name).message,
    close: bucket.close,
  };
}

function readWebhookSecret(secret: Extract<AnchorSetting, { kind: 'webhook' }>['secret']): string {
  const text = readSecretAddress('audit.anchor', secret);
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return text;
  throw new OperatorError(
    'audit.anchor: the secret of a webhook must be whsec_ and then base64 of 24 bytes or more. Make one: echo "whsec_$(openssl rand -base64 32)"',
  );
}
