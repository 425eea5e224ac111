// The way of a file to the service. What is on its way is lost with the page; what has started is not.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer, ConsoleFileForm } from '../../../src/http/console/contract.ts';
import { upload } from '../../api/upload.ts';
import { announce } from '../../design/announce.ts';
import { formatBytes } from '../../words/format.ts';
import { batchWords } from '../words.ts';

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

interface SendingProps {
  readonly sent: number;
  readonly bytes: number;
  readonly onStop: () => void;
}

export function Sending({ sent, bytes, onStop }: SendingProps) {
  const words = batchWords();
  const isSent = sent >= bytes;
  const label = isSent ? words.taking : words.sending(formatBytes(sent), formatBytes(bytes));
  useEffect(() => announce(label), [isSent]);
  return (
    <div class="sending stack tight">
      <p>{label}</p>
      <progress aria-label={label} max={bytes} {...(isSent ? {} : { value: sent })} />
      <p class="small quiet">{words.sendingStays}</p>
      <div>
        <button type="button" class="button small" onClick={onStop}>
          {words.stopSending}
        </button>
      </div>
    </div>
  );
}
