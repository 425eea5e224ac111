// Checks how a party calls back. Without its secret, which may not be set yet, no callback is taken, and the party is polled.

import type { BodyFormat } from '../../answer/body/body-format.ts';
import { parseTemplate, type Template } from '../../call/template.ts';
import type { CheckedCallback } from '../../callbacks/callback-parties.ts';
import { bodyName, type CallbackProof, timestampName } from '../../callbacks/callback-proof.ts';
import type { CallbackDescription, HmacProofDescription } from '../../schema/calls/callback.ts';
import type { SecretReference } from '../../schema/credentials/secret.ts';
import { compileExpressionAt } from '../check-answers.ts';
import type { CheckContext } from '../check-context.ts';
import { resolveSecret } from '../credentials/check-credentials.ts';

const place = ['async', 'callback'] as const;

/** Returns undefined if the party does not call back or cannot prove it. */
export async function checkCallback(
  description: CallbackDescription | undefined,
  format: BodyFormat,
  context: CheckContext,
): Promise<CheckedCallback | undefined> {
  if (description === undefined) return undefined;
  const id = await compileExpressionAt(description.id, [...place, 'id'], context);
  const proof = checkProof(description.auth, context);
  return id && proof && { proof, id, format, thread: context.thread, perMinuteMax: description.per_minute ?? 600 };
}

function checkProof(auth: CallbackDescription['auth'], context: CheckContext): CallbackProof | undefined {
  if (auth.kind === 'header') {
    const secret = findSecret(auth.value, 'value', context);
    // Empty where secrets are not followed.
    if (secret !== undefined && /[^ -~]/.test(secret)) {
      context.fault(
        [...place, 'auth', 'value'],
        'a header holds letters, digits and signs of ASCII alone: agree on another secret',
      );
      return undefined;
    }
    return secret === undefined ? undefined : { kind: 'header', name: auth.name.toLowerCase(), secret };
  }
  const text = checkSigned(auth, context);
  const secret = findSecret(auth.secret, 'secret', context);
  if (secret === undefined || text === undefined) return undefined;
  const { timestamp, header, algorithm = 'sha256', encoding = 'hex', prefix = '' } = auth;
  return {
    ...{ kind: 'hmac', secret, algorithm, encoding, prefix, text, header: header.toLowerCase() },
    timestamp:
      timestamp === undefined
        ? null
        : {
            header: timestamp.header.toLowerCase(),
            form: timestamp.form ?? 'epoch_seconds',
            toleranceMs: (timestamp.tolerance_seconds ?? 300) * 1000,
          },
  };
}

/** Checks that the signature covers the body and, if present, the moment. An attacker could replace unsigned parts. */
function checkSigned({ sign, timestamp }: HmacProofDescription, context: CheckContext): Template | undefined {
  const known = timestamp === undefined ? [bodyName] : [timestampName, bodyName];
  const path = [...place, 'auth', 'sign'];
  const text = sign ?? known.map((name) => `{${name}}`).join('.');
  const template = parseTemplate(text, known, (problem) => context.fault(path, problem));
  const missing = template && known.filter((name) => !template.names.includes(name));
  for (const name of missing ?? [])
    context.fault(path, `it does not hold {${name}}, which anybody could then exchange`);
  return template;
}

/** A profile may say how its party calls back before anybody has agreed on a secret with it. */
function findSecret(reference: SecretReference, key: string, context: CheckContext): string | undefined {
  const path = [...place, 'auth', key];
  const isUnset = context.followSecrets && 'env' in reference && context.findVariable(reference.env) === undefined;
  if (!isUnset) return resolveSecret(reference, path, context);
  context.warn(
    path,
    `the environment variable ${reference.env} is not set: Confere refuses every callback of this party`,
  );
  return undefined;
}
