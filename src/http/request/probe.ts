/** Tells whether the request is a probe. Machines end or replace a service that does not answer probes, so they never wait behind other requests. */
export function isProbe(url: string): boolean {
  return url === '/livez' || url === '/readyz' || url.startsWith('/readyz?');
}
