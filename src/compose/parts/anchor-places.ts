// Opens the places that `audit.anchor` names, with the credentials that the environment holds.

import { randomBytes } from 'node:crypto';
import type { AnchorSetting, KeepingPlace } from '../../anchor-settings.ts';
import { AnchorFault, type AnchorPlace } from '../../app/audit/anchors/anchor-place.ts';
import type { Clock } from '../../app/ports.ts';
import { createRequestIds } from '../../app/request-id.ts';
import { type Config, findEnvironmentSecret, readSecretAddress } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { openBucket, parsePlace } from '../../registry/share/places/open-place.ts';
import { PlaceFault } from '../../registry/share/places/place.ts';
import { openFolderAnchors } from '../../stores/audit/anchors/anchors.folder.ts';
import { openStampedAnchors } from '../../stores/audit/anchors/anchors.rfc3161.ts';
import { type Bucket, openS3Anchors } from '../../stores/audit/anchors/anchors.s3.ts';
import { openWebhookAnchors } from '../../stores/audit/anchors/anchors.webhook.ts';
import { createSendWebhook } from '../../webhooks/send-webhook.ts';

type ReadablePlace = AnchorPlace & Required<Pick<AnchorPlace, 'read'>>;

const dayMs = 86_400_000;
const connections = 8;

/** Throws an OperatorError for credentials that are not there. */
export function openAnchorPlaces(config: Config, clock: Clock): readonly AnchorPlace[] {
  return config['audit.anchor'].map((setting) => openPlace(setting, config, clock));
}

function openPlace(setting: AnchorSetting, config: Config, clock: Clock): AnchorPlace {
  const { name } = setting;
  if (setting.kind === 'webhook') {
    return openWebhookAnchors(name, {
      url: setting.url,
      secret: readWebhookSecret(setting.secret),
      send: createSendWebhook({
        allowedNetworks: config['webhooks.allowed_networks'],
        allowHttp: config['webhooks.allow_http'],
        deadlineMs: config['webhooks.deadline_ms'],
      }),
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

function openKeeping(name: string, place: KeepingPlace, config: Config, clock: Clock): ReadablePlace {
  if (place.kind === 'folder') return openFolderAnchors(name, place.folder);
  const retainMs = (place.retainDays ?? config['audit.record_days']) * dayMs;
  return openS3Anchors(name, openLockedBucket(place.address, clock), { mode: place.mode, retainMs });
}

/** Credentials of its own where there are some: those for the registry may only read. */
function openLockedBucket(address: string, clock: Clock): Bucket {
  const settings = parsePlace(
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
        throw error instanceof PlaceFault ? new AnchorFault(error.message) : error;
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
