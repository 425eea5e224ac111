// What real sources or lists are asked for, on every screen that asks them.

import type { Signal } from '@preact/signals';
import { consoleState } from '../api/client.ts';
import { PurposeField } from '../design/fields/purpose-field.tsx';
import { purpose } from './way.ts';

interface LivePurposeProps {
  readonly of?: Signal<string>;
  readonly hint?: string;
  readonly isRequired?: boolean;
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
