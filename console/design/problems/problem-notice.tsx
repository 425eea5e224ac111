// What went wrong with a call, as a person can use it: what happened, what to do and when, and the number to quote.

import { useEffect, useState } from 'preact/hooks';
import { ProblemError, UnreachableError } from '../../api/client.ts';
import { formatNumber } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import { Notice } from '../parts.tsx';
import { partWords } from '../words.ts';
import { toProblemText } from './problem-text.ts';

interface ProblemNoticeProps {
  readonly error: unknown;
  /** The user can simply repeat the same action if this callback is present. */
  readonly onRetry?: () => void;
  /** In a dialog, which lies over what the frame says of a service that is away. */
  readonly isInDialog?: boolean;
}

export function ProblemNotice({ error, onRetry, isInDialog = false }: ProblemNoticeProps) {
  const words = partWords();
  if (error instanceof UnreachableError) {
    // The frame says it already, once for all screens.
    if (!isInDialog) return null;
    return (
      <Notice tone="bad">
        <strong>{words.unreachable}</strong>
        <span>{words.unreachableAdvice}</span>
      </Notice>
    );
  }
  if (!(error instanceof ProblemError)) {
    return (
      <Notice tone="bad">
        <strong>{words.unexpected}</strong>
      </Notice>
    );
  }
  const { errors = [], request_id } = error.problem;
  const { title, advice } = toProblemText(error.problem, language.value, error.retryAfterSeconds !== undefined);
  return (
    <Notice tone="bad">
      <strong>{title}</strong>
      {advice !== '' && advice !== title && <span>{advice}</span>}
      {errors.map((fault) => (
        <span key={fault.pointer}>{fault.detail}</span>
      ))}
      <Again key={request_id} waitSeconds={error.retryAfterSeconds} onRetry={onRetry} />
      <span class="small quiet">{words.protocol(request_id)}</span>
    </Notice>
  );
}

interface AgainProps {
  readonly waitSeconds: number | undefined;
  readonly onRetry: (() => void) | undefined;
}

/** Counts down to when it is worth trying again, and offers it; the page never repeats a question by itself, because it may cost. */
function Again({ waitSeconds = 0, onRetry }: AgainProps) {
  const words = partWords();
  const [left, setLeft] = useState(waitSeconds);
  useEffect(() => {
    if (waitSeconds <= 0) return;
    const endMs = performance.now() + waitSeconds * 1_000;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endMs - performance.now()) / 1_000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [waitSeconds]);
  if (left === 0 && onRetry === undefined) return null;
  return (
    <div class="row no-print">
      {left > 0 && (
        <span role="timer" aria-live="off" class="number">
          {words.retryIn(formatNumber(left))}
        </span>
      )}
      {onRetry !== undefined && (
        <button type="button" class="button small" disabled={left > 0} onClick={onRetry}>
          {words.retry}
        </button>
      )}
    </div>
  );
}
