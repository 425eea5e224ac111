// Calls that take a file. The browser reads it from the disk as it sends it, so that the page holds none of it; only this way of asking
// tells how much has been sent.

import type { ConsoleFileAnswer, ConsoleFileForm, ConsoleFileRouteName } from '../../src/http/console/contract.ts';
import { languageTag } from '../words/language.ts';
import { consoleState, takeAnswer, UnreachableError, withSignIn } from './client.ts';

interface UploadOptions {
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** A call that meets the end of a session is repeated after signing in, as every other is. */
export function upload<Name extends ConsoleFileRouteName>(
  name: Name,
  form: ConsoleFileForm<Name>,
  file: Blob,
  options: UploadOptions,
): Promise<ConsoleFileAnswer<Name>> {
  return withSignIn(async () => {
    const { ok, text, retryAfter } = await sendFile(`/console/api/${name}`, form, file, options);
    return takeAnswer<ConsoleFileAnswer<Name>>(ok, text, retryAfter);
  });
}

function sendFile(
  path: string,
  form: object,
  file: Blob,
  { onSent, signal }: UploadOptions,
): Promise<{ readonly ok: boolean; readonly text: string; readonly retryAfter: string | null }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept-language', languageTag());
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('confere-csrf', consoleState.value?.operator?.csrf ?? '');
    request.setRequestHeader('confere-file', encodeURIComponent(JSON.stringify(form)));
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size));
    request.onload = () =>
      resolve({
        ok: request.status >= 200 && request.status < 300,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      });
    request.onerror = () => reject(new UnreachableError());
    request.onabort = () => reject(new DOMException('given up', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) request.abort();
    request.send(file);
  });
}
