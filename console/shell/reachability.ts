// Watches a service that went away until it is back, and looks at it from time to time while the page is open and seen: at who is signed
// in, and whether the page is still the one that the service has.

import { effect } from '@preact/signals';
import { consoleState, isReachable, refreshState } from '../api/client.ts';
import { getOwnBuild, offerNewVersion } from './new-version.ts';

const retryMs = 2_000;
const lookMs = 15_000;

export function watchService(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (document.visibilityState === 'visible') await refreshState(getOwnBuild()).catch(() => {});
    if (consoleState.value?.has_new_page) offerNewVersion();
    plan();
  };
  let plan = () => {
    clearTimeout(timer);
    timer = setTimeout(look, isReachable.value ? lookMs : retryMs);
  };
  void look();
  const stop = effect(plan);
  // The code of another version watches by itself.
  addEventListener(
    'confere-leaving',
    () => {
      stop();
      plan = () => {};
      clearTimeout(timer);
    },
    { once: true },
  );
}
