// The keys of a pod that has an identity of its own, as its cluster gives them and renews them: by AWS's own client, which is loaded only here.

import { PlaceFault } from './place.ts';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** They are asked for again shortly before they end. */
export function openWorkloadKeys(region: string): () => Promise<S3Keys> {
  let provider: Promise<() => Promise<S3Keys>> | undefined;
  return async () => {
    provider ??= import('@aws-sdk/credential-providers').then(({ fromNodeProviderChain }) =>
      fromNodeProviderChain({ clientConfig: { region } }),
    );
    try {
      const { accessKeyId, secretAccessKey, sessionToken } = await (await provider)();
      return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
    } catch (error) {
      // Its words may repeat what it was answered. It has tried several times by now.
      const name = error instanceof Error ? error.name : 'unknown';
      throw new PlaceFault(`the cluster gives this pod no credentials (${name})`, { mayPass: false });
    }
  };
}
