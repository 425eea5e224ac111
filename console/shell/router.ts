// Which screen is shown, by the address. Screens are `/console/NAME`, a record of the audit is its request id behind it and a company its
// number, which is public; nothing of a person is ever put into an address.

import { signal } from '@preact/signals';

export const path = signal(location.pathname);

/** Returns the part of the path after the screen's own address. The part is empty if nothing follows. */
export function findPart(screen: string): string {
  const rest = path.value.startsWith(`${screen}/`) ? path.value.slice(screen.length + 1) : '';
  return rest.replace(/\/$/, '');
}

addEventListener('popstate', () => {
  path.value = location.pathname;
});

/** Follows a link inside the console. The browser loads no new page, and other screens keep their state. */
export function follow(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): void {
  const { pathname } = event.currentTarget;
  onPlainClick(() => go(pathname))(event);
}

/** Handles plain clicks only. The browser itself opens another tab or window when the user asks for one. */
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
