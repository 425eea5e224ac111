// Whether the provider of single sign-on answers, and as the one that the settings name.

import { type Finding, fault, ok, type Probe, toFaultFinding } from '../app/doctor/finding.ts';
import type { OpenidProviderSettings } from './openid-provider.ts';

const subject = 'single_sign_on';

export function createOidcProbe(readSettings: () => OpenidProviderSettings | undefined): Probe {
  return {
    subject,
    async run() {
      try {
        const settings = readSettings();
        return settings === undefined ? [] : await examineProvider(settings);
      } catch (error) {
        return toFaultFinding(subject, error);
      }
    },
  };
}

async function examineProvider(settings: OpenidProviderSettings): Promise<Finding> {
  const { callbackPath, discoverProvider, toFaultText } = await import('./openid-provider.ts');
  try {
    await discoverProvider(settings);
  } catch (error) {
    return fault(
      subject,
      `${settings.issuer} does not answer as an OpenID Connect provider (${toFaultText(error)}).`,
      'Compare console.oidc.issuer, letter by letter, with `issuer` in its /.well-known/openid-configuration, and see whether this machine reaches it.',
    );
  }
  return ok(
    subject,
    `${settings.issuer} answers; it must allow ${settings.address}${callbackPath} as a redirect address.`,
  );
}
