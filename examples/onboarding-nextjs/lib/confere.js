// The one client of this server. Nothing that a page sends to a browser imports it: the key stays here.

import { createClient } from '@confere/client';

let client;

/** Made with the first call, so that a build needs no key. */
export function getConfere() {
  client ??= createClient({
    url: process.env.CONFERE_URL ?? 'http://127.0.0.1:8080',
    key: process.env.CONFERE_API_KEY ?? '',
    deadlineMs: 10_000,
    language: 'pt-BR',
  });
  return client;
}
