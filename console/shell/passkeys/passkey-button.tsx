// A button that asks the browser for a passkey, and what went wrong with it.

import type { ComponentChildren } from 'preact';
import { Notice } from '../../design/parts.tsx';
import { ProblemNotice } from '../../design/problems/problem-notice.tsx';
import { useAttempt } from '../../design/use-attempt.ts';
import { PasskeyFault } from './ceremony.ts';
import { passkeyWords } from './words.ts';

interface PasskeyButtonProps {
  readonly ask: () => Promise<void>;
  readonly onDone: () => void;
  readonly isFirst?: boolean;
  readonly isInDialog?: boolean;
  readonly children: ComponentChildren;
}

export function PasskeyButton({ ask, onDone, isFirst = false, isInDialog = false, children }: PasskeyButtonProps) {
  const { isBusy, error, attempt } = useAttempt();
  const act = async () => {
    if (await attempt(ask)) onDone();
  };
  return (
    <div class="stack">
      {error instanceof PasskeyFault && <Notice tone="warn">{passkeyWords().faults[error.kind]}</Notice>}
      {error !== undefined && !(error instanceof PasskeyFault) && (
        <ProblemNotice error={error} isInDialog={isInDialog} />
      )}
      <div class="row">
        <button type="button" class={isFirst ? 'button first' : 'button'} disabled={isBusy} onClick={() => void act()}>
          {children}
        </button>
      </div>
    </div>
  );
}
