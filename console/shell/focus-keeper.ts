// Where the focus is must not be lost: whoever works by the keyboard or hears the page would be back at its top. What has it may be taken
// away, or be out of use while something is under way; then it waits for it, or goes to the part of the screen that it was in.

/** A screen that moves the focus itself does so after it was drawn. */
const ownMs = 60;
const part = 'section, article, form, li, main';

/** `content` is what screens are shown in. */
export function keepFocus(content: HTMLElement): () => void {
  let last: HTMLElement | undefined;
  let around: readonly HTMLElement[] = [];
  const take = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = content.contains(target) ? target : undefined;
    around = last === undefined ? [] : listParts(last);
  };
  // Whoever points elsewhere has left it on purpose.
  const forget = () => {
    last = undefined;
  };
  const look = () => {
    if (last === undefined || document.activeElement !== document.body) return;
    if (!last.isConnected) focusPart(around.find((one) => one.isConnected) ?? content);
    else if (!last.matches(':disabled')) last.focus({ preventScroll: true });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(look, ownMs);
  });
  watcher.observe(content, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', take);
  document.addEventListener('pointerdown', forget, true);
  return () => {
    watcher.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', take);
    document.removeEventListener('pointerdown', forget, true);
  };
}

/** Back to what has opened a part of a screen, once the part is gone: it carries the name in `data-opens`. */
export function focusOpener(of: string | number): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(String(of))}"]`)?.focus({ preventScroll: true });
  });
}

/** Lists the parts around an element, the nearest first. */
function listParts(element: HTMLElement): readonly HTMLElement[] {
  const near = element.parentElement?.closest<HTMLElement>(part) ?? undefined;
  return near === undefined ? [] : [near, ...listParts(near)];
}

function focusPart(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
