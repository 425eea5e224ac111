// Headers that may come once only, and framings that nobody should have to agree on: told before anything of a request is used.

import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';

/** Node keeps the first of two; a proxy before it may have checked the second. */
export type RepeatedHeader = 'authorization' | 'content-type' | null;

export interface HeaderFindings {
  readonly refusal: AppError | undefined;
  readonly repeated: RepeatedHeader;
}

const nothing: HeaderFindings = { refusal: undefined, repeated: null };

export function checkHeaders({ rawHeaders, httpVersion }: IncomingMessage): HeaderFindings {
  let hosts = 0;
  let authorizations = 0;
  let contentTypes = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // Comparing lengths first spares nearly all headers the change of case.
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') hosts++;
        break;
      case 12:
        if (name.toLowerCase() === 'content-type') contentTypes++;
        break;
      case 13:
        if (name.toLowerCase() === 'authorization') authorizations++;
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding' && rawHeaders[index + 1]?.toLowerCase() !== 'chunked') {
          return { refusal: toFramingError(), repeated: null };
        }
    }
  }
  // HTTP/1.1 wants exactly one Host; two are a way to reach one server by the name of another.
  if (hosts !== 1 && !(hosts === 0 && httpVersion === '1.0')) {
    return { refusal: new AppError('malformed_http'), repeated: null };
  }
  if (authorizations > 1) return { refusal: undefined, repeated: 'authorization' };
  return contentTypes > 1 ? { refusal: undefined, repeated: 'content-type' } : nothing;
}

/** Creates the error for a body in an unknown transfer coding: the start of the next request is then unknown. */
function toFramingError(): AppError {
  return new AppError('malformed_http', {
    detail: {
      en: 'The only transfer coding is `chunked`, once and alone.',
      pt: 'A única codificação de transferência é `chunked`, uma vez e sozinha.',
    },
    headers: { connection: 'close' },
  });
}
