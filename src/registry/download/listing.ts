// What the share lists, asked again while there is hope; says what to do when there is none.

import { isPublishedMonth } from '../../app/registry/update-registry.ts';
import { parseRetryAfter } from '../../app/waiting/retry-after.ts';
import { pauseMs } from '../../datasets/depots/transfer.ts';
import { laterExitCode, OperatorError } from '../../errors.ts';
import type { DownloadTools } from './attempt.ts';
import type { ListAnswer, RemoteEntry } from './webdav.ts';

export interface ListingOptions extends DownloadTools {
  readonly signal: AbortSignal;
}

/** The months that the share lists, newest first. */
export async function listMonths(options: ListingOptions): Promise<readonly string[]> {
  const entries = await listFolder([], options);
  const months = entries.filter(({ folder, name }) => folder && isPublishedMonth(name)).map(({ name }) => name);
  if (months.length === 0) {
    throw new OperatorError({
      en: `${options.share.address} lists no month (a folder named YYYY-MM): the files have moved, so set registry.download_url anew.`,
      pt: `${options.share.address} não lista nenhum mês (uma pasta AAAA-MM): os arquivos mudaram de lugar. Configure registry.download_url de novo.`,
    });
  }
  return months.sort().reverse();
}

export async function listFolder(path: readonly string[], options: ListingOptions): Promise<readonly RemoteEntry[]> {
  const { share, clock, random, sleep, signal } = options;
  for (let failures = 1; ; failures++) {
    let answer: ListAnswer | undefined;
    let said = '';
    try {
      answer = await share.list(path, AbortSignal.any([signal, AbortSignal.timeout(options.stallMs)]));
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      signal.throwIfAborted();
      said = error instanceof Error && 'code' in error ? `did not answer (${error.code})` : 'did not answer';
    }
    if (answer?.kind === 'listed') return answer.entries;
    if (answer !== undefined) {
      checkRefusal(answer, share.address, path);
      said = `answered ${answer.status}`;
    }
    if (failures >= options.attemptsMax) {
      throw new OperatorError(
        {
          en: `${share.address} ${said}, ${failures} times: try again later.`,
          pt: `${share.address} não respondeu como se espera, ${failures} vezes: tente mais tarde.`,
        },
        laterExitCode,
      );
    }
    options.watch.onRetry(share.address, said);
    await sleep(
      pauseMs(failures, answer && parseRetryAfter(answer.headers['retry-after'], clock.nowMs()), random),
      signal,
    );
  }
}

/** Throws for the answers that trying again does not change. */
function checkRefusal(
  answer: Extract<ListAnswer, { kind: 'refused' }>,
  address: string,
  path: readonly string[],
): void {
  const { status, headers } = answer;
  if (status === 429 || status >= 500 || status === 408) return;
  if (status === 404 && path.length > 0) {
    throw new OperatorError({
      en: `There is no month ${path[0]} at ${address}: run \`confere registry download\` without --month for the newest.`,
      pt: `Não há o mês ${path[0]} em ${address}.`,
    });
  }
  const location = headers['location'] ?? '';
  const moved = status >= 300 && status < 400 && URL.canParse(location, address);
  const hint = moved ? ` It points to ${new URL(location, address).origin}.` : '';
  throw new OperatorError({
    en: `${address} answered ${status}, so the files are not there or not public.${hint} Set registry.download_url to the address that is published now.`,
    pt: `${address} respondeu ${status}: os arquivos não estão lá, ou não são públicos. Configure registry.download_url com o endereço que a Receita publica hoje.`,
  });
}
