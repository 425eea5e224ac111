// What a screen holds for an operator past a change of screen is in this page's memory alone, and is dropped for the next one.

import { effect } from '@preact/signals';
import { consoleState } from '../api/client.ts';
import { formerOperator } from './new-version.ts';

/** Runs when somebody else signs in than was signed in before. */
export function whenOtherOperator(clear: () => void): void {
  // What was handed on by an earlier version of this page is still somebody's.
  let owner = formerOperator;
  effect(() => {
    const name = consoleState.value?.operator?.name;
    if (name === undefined) return;
    if (owner !== undefined && owner !== name) clear();
    owner = name;
  });
}
