// What is said aloud to whoever does not see the page: one sentence at a time, by one place in the frame, so that no sentence comes twice.
// What went wrong is an alert of its own, and an answer is told by the focus that moves to it.

const keptMs = 3_000;
let place: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Opens the announcer inside this element, in a tree of its own. The page already shows the announced text, so a reader who browses the page should
 * not find it twice.
 */
export function openAnnouncer(inside: HTMLElement): void {
  place = document.createElement('div');
  place.role = 'status';
  inside.attachShadow({ mode: 'closed' }).append(place);
}

export function announce(sentence: string): void {
  if (place === undefined) return;
  const at = place;
  clearTimeout(timer);
  // Readers take a sentence when it changes: the same one again must go away in between.
  at.textContent = '';
  timer = setTimeout(() => {
    at.textContent = sentence;
    timer = setTimeout(() => {
      at.textContent = '';
    }, keptMs);
  });
}
