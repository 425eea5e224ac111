// What the service says of the beginning of a file, looked at again once the reader has stopped changing how it is read. Each look sends a
// spreadsheet whole, so that one look is under way at most, and an answer to an earlier question is dropped.

import { useEffect, useState } from 'preact/hooks';
import { ProblemError } from '../../api/client.ts';
import { type Preview, previewFile } from './chosen-file.ts';
import type { Draft } from './draft.ts';

type Looked = Pick<Draft, 'file' | 'found' | 'reading'>;

/** Several columns are mostly corrected one after the other. */
const settleMs = 400;

/** `tell` gets what went wrong, or undefined when the file was looked at. */
export function usePreview({ file, found, reading }: Looked, tell: (error: unknown) => void) {
  const [preview, setPreview] = useState<Preview>();
  /** `current`: the preview says how the file is read now. */
  const [state, setState] = useState<'looking' | 'current' | 'failed'>('looking');
  const [round, setRound] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    let timer = setTimeout(() => void look(), preview === undefined ? 0 : settleMs);
    setState('looking');

    async function look(): Promise<void> {
      try {
        const answer = await previewFile(file, { found, reading, signal: gone.signal });
        if (gone.signal.aborted) return;
        setPreview(answer);
        tell(undefined);
        setState('current');
      } catch (thrown) {
        if (gone.signal.aborted) return;
        const waitSeconds = findWaitSeconds(thrown);
        if (waitSeconds !== undefined) {
          timer = setTimeout(() => void look(), waitSeconds * 1_000);
          return;
        }
        tell(thrown);
        setState('failed');
      }
    }
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [file, JSON.stringify(found), reading, round]);
  return { preview, isLooking: state === 'looking', isCurrent: state === 'current', again: () => setRound(round + 1) };
}

/** Others are sending files, or what this page gave up has not ended yet. */
function findWaitSeconds(thrown: unknown): number | undefined {
  if (!(thrown instanceof ProblemError) || thrown.problem.code !== 'overloaded') return undefined;
  return thrown.retryAfterSeconds;
}
