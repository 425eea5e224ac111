/** Asked by machines that end or replace the service when it does not answer: never behind other requests. */
export function isProbe(url: string): boolean {
  return url === '/livez' || url === '/readyz' || url.startsWith('/readyz?');
}
