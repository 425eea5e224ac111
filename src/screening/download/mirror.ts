// A mirror of all publishers, for machines that may not reach them: `https://HOST/PATH` is at `MIRROR/HOST/PATH`.

import { OperatorError } from '../../errors.ts';

export interface Mirror {
  toActual(url: URL): URL;
  /** Finds the original of an address at the mirror, or undefined for any other address. */
  findOriginal(address: string): URL | undefined;
}

export function toMirror(text: string): Mirror {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new OperatorError('lists.download_url must be an http or https address of a folder, without a user, ? or #.');
  const base = url.href.replace(/(?<!\/)\/*$/, '/');
  return {
    toActual: ({ host, pathname, search }) => new URL(`${base}${host}${pathname}${search}`),
    findOriginal: (address) =>
      address.startsWith(base) ? (URL.parse(`https://${address.slice(base.length)}`) ?? undefined) : undefined,
  };
}
