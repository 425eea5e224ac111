// What real sources or lists are asked for, on every screen that asks them.

import { consoleState } from '../api/client.ts';
import { PurposeField } from '../design/fields/purpose-field.tsx';
import { purpose } from './way.ts';

export function LivePurpose() {
  return (
    <PurposeField
      value={purpose.value}
      onValue={(chosen) => {
        purpose.value = chosen;
      }}
      isRequired={consoleState.value?.purpose_required === true}
    />
  );
}
