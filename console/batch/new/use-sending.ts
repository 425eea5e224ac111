// The way of a file to the service. What is on its way is lost with the page; what has started is not.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer, ConsoleFileForm } from '../../../src/http/console/contract.ts';
import { upload } from '../../api/upload.ts';

type Batch = ConsoleAnswer<'GET batches'>['batches'][number];

interface SendingTold {
  readonly onStarted: (batch: Batch) => void;
  /** The callback receives undefined when a new attempt begins. */
  readonly onError: (error: unknown) => void;
}

export function useSending(file: File, { onStarted, onError }: SendingTold) {
  const [sent, setSent] = useState<number>();
  const sending = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    if (sent === undefined) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [sent === undefined]);
  const stop = () => sending.current?.abort();
  useEffect(() => stop, []);

  async function send(form: ConsoleFileForm<'batch-start'>): Promise<void> {
    onError(undefined);
    setSent(0);
    sending.current = new AbortController();
    try {
      const { signal } = sending.current;
      const { batch } = await upload('batch-start', form, file, { onSent: setSent, signal });
      onStarted(batch);
    } catch (thrown) {
      if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) onError(thrown);
      setSent(undefined);
    }
  }
  return { sent, send, stop };
}
