// Watches a service that went away until it is back, and looks at it from time to time while the page is open and seen.

import { effect } from '@preact/signals';
import { isReachable, refreshState } from '../api/client.ts';

const retryMs = 2_000;
const lookMs = 15_000;

export function watchService(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (document.visibilityState === 'visible') await refreshState().catch(() => {});
    plan();
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(look, isReachable.value ? lookMs : retryMs);
  };
  effect(plan);
}
