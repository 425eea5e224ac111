// What the service says of the beginning of a file, looked at again whenever it is to be read in another way.

import { useEffect, useState } from 'preact/hooks';
import { type Preview, previewFile } from './chosen-file.ts';
import type { Draft } from './draft.ts';

type Looked = Pick<Draft, 'file' | 'found' | 'reading'>;

/** `tell` gets what went wrong, or undefined when the file was looked at. */
export function usePreview({ file, found, reading }: Looked, tell: (error: unknown) => void) {
  const [preview, setPreview] = useState<Preview>();
  const [isLooking, setLooking] = useState(true);
  useEffect(() => {
    const gone = new AbortController();
    setLooking(true);
    previewFile(file, { found, reading, signal: gone.signal })
      .then(
        (answer) => {
          setPreview(answer);
          tell(undefined);
        },
        (thrown) => {
          if (!gone.signal.aborted) tell(thrown);
        },
      )
      .finally(() => {
        if (!gone.signal.aborted) setLooking(false);
      });
    return () => gone.abort();
  }, [file, JSON.stringify(found), reading]);
  return { preview, isLooking };
}
