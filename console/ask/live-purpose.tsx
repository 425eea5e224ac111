// What real sources or lists are asked for, on every screen that asks them.

import type { Signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { consoleState } from '../api/client.ts';
import { PurposeField } from '../design/fields/purpose-field.tsx';
import { lacksPurpose, purpose } from './way.ts';

interface LivePurposeProps {
  readonly of?: Signal<string>;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly isMissed?: boolean;
}

export function LivePurpose({ of = purpose, ...others }: LivePurposeProps) {
  return (
    <PurposeField
      value={of.value}
      onValue={(chosen) => {
        of.value = chosen;
      }}
      isRequired={consoleState.value?.purpose_required === true}
      {...others}
    />
  );
}

/** Stops a form that lacks only its purpose. The form then asks no source and says what is missing. */
export function useMissedPurpose() {
  const [isMissed, setMissed] = useState(false);
  return {
    isMissed,
    /** Tells whether the form stops here, and moves the focus to the missing field. */
    stopWithout(form: HTMLFormElement): boolean {
      setMissed(lacksPurpose.value);
      if (lacksPurpose.value) form.querySelector<HTMLElement>('select:invalid')?.focus();
      return lacksPurpose.value;
    },
  };
}
