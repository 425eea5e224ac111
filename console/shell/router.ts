// Which screen is shown, by the address. Screens are `/console/NAME`, a record of the audit is its request id behind it and a company its
// number, which is public; nothing of a person is ever put into an address.

import { signal } from '@preact/signals';

export const path = signal(location.pathname);

/** What stands behind the screen's own address; empty where nothing does. */
export function findPart(screen: string): string {
  const rest = path.value.startsWith(`${screen}/`) ? path.value.slice(screen.length + 1) : '';
  return rest.replace(/\/$/, '');
}

addEventListener('popstate', () => {
  path.value = location.pathname;
});

/** For links inside the console: no new page is loaded, and what other screens hold stays. */
export function follow(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): void {
  const { pathname } = event.currentTarget;
  onPlainClick(() => go(pathname))(event);
}

/** Whoever asks for another tab or window gets it from the browser. */
export function onPlainClick(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    act();
  };
}

/** `mark` stays with the place in the history. */
export function go(pathname: string, mark: string | null = null): void {
  history.pushState(mark, '', pathname + location.search);
  path.value = pathname;
  scrollTo(0, 0);
}
