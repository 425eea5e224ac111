// A file on its way to the service, which the page must not be left during.

import { useEffect } from 'preact/hooks';
import { announce } from '../../design/announce.ts';
import { formatBytes } from '../../words/format.ts';
import { batchWords } from '../words.ts';

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
