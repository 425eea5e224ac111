// Which screen is shown, by the address. Screens are `/console/NAME`; nothing else is ever put into an address.

import { signal } from '@preact/signals';

export const path = signal(location.pathname);

addEventListener('popstate', () => {
  path.value = location.pathname;
});

/** For links inside the console: no new page is loaded, and what other screens hold stays. */
export function follow(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(event.currentTarget.pathname);
}

function go(pathname: string): void {
  history.pushState(null, '', pathname + location.search);
  path.value = pathname;
  scrollTo(0, 0);
}
