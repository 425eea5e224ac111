// Runs inside a page under examination. Gives each finding as a line of text; nothing found is an empty list.

(() => {
  /** Whatever listens to the mouse, noted from the first script on: it must be reachable by the keyboard as well. */
  const listening = new Set();
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    const isMouse = ['click', 'mousedown', 'pointerdown', 'drop', 'dblclick'].includes(type);
    if (isMouse && this instanceof Element) listening.add(new WeakRef(this));
    return add.call(this, type, ...rest);
  };

  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.getClientRects().length > 0;
  const isClipped = (element) => getComputedStyle(element).clipPath === 'inset(50%)';
  const tell = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
    return `<${element.localName}${element.className && typeof element.className === 'string' ? `.${element.className.trim().replaceAll(/\s+/g, '.')}` : ''}> ${text.slice(0, 60)}`;
  };
  /** Of a page with an open dialog nothing but the dialog can be used. */
  const scope = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const all = (selector) => [...scope().querySelectorAll(selector)].filter(isSeen);

  const interactive = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const isStop = (element) =>
    element.matches(interactive) && element.tabIndex >= 0 && !element.disabled && !element.closest('[inert]');

  /** Where Tab must stop, in the order of the document; of a group of radio buttons at one. */
  function stops() {
    const groups = new Set();
    const found = all(interactive).filter((element) => {
      if (!isStop(element)) return false;
      if (element.type !== 'radio') return true;
      const group = `${element.form ? 'form' : ''} ${element.name}`;
      const chosen = scope().querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`);
      if (chosen !== null && chosen !== element) return false;
      const isFirst = !groups.has(group);
      groups.add(group);
      return isFirst;
    });
    return found;
  }

  const isClear = (colour) => /^rgba\(.*, 0\)$|^transparent$/.test(colour);

  let walked = [];
  const note = () => {
    const element = document.activeElement;
    const drawn = element.type === 'radio' && element.closest('.segments') ? element.closest('label') : element;
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
    walked.push({ element, hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 });
  };

  globalThis.looks = {
    /** Nothing to the side of the page, of what surrounds it, or of its own ground; what scrolls by itself is another matter. */
    sideways() {
      const root = document.documentElement;
      const beside = root.scrollWidth - root.clientWidth;
      const cut = [...document.body.querySelectorAll('main *, header *, dialog[open] *')].filter((element) => {
        if (element.closest('.scroll, [role=img], select, .hidden') !== null || !isSeen(element)) return false;
        const { right } = element.getBoundingClientRect();
        const around = element.parentElement?.closest(
          '.card, .answer, .answer-part, .badge, .button, td, main, header, dialog',
        );
        return around !== null && around !== undefined && right > around.getBoundingClientRect().right + 1;
      });
      const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const spilt = [];
      for (let node = text.nextNode(); node !== null; node = text.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || node.data.trim() === '' || !isSeen(parent)) continue;
        if (parent.closest('.scroll, [role=img], select, .hidden, noscript, .bar-label, .bar-count') !== null) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const ground = parent.closest('.badge, .button, .notice, td, th, dd, li, .card, main, header, footer, dialog');
        if (ground !== null && range.getBoundingClientRect().right > ground.getBoundingClientRect().right + 1)
          spilt.push(parent);
      }
      return [
        ...(beside > 0 ? [`${beside} px to the side`] : []),
        ...[...new Set([...cut, ...spilt])].slice(0, 3).map((element) => `sticks out: ${tell(element)}`),
      ];
    },

    motion() {
      const isLong = (times) => times.split(',').some((time) => Number.parseFloat(time) > 0);
      const moving = [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName, animationDuration, scrollBehavior } = getComputedStyle(element);
        return (
          isLong(transitionDuration) ||
          (animationName !== 'none' && isLong(animationDuration)) ||
          scrollBehavior === 'smooth'
        );
      });
      return moving.slice(0, 3).map((element) => `moves: ${tell(element)}`);
    },

    paper() {
      const controls = [...document.querySelectorAll('button, input, select, textarea, [role=tab], nav')]
        // A link that is a button is text on paper.
        .filter((element) => !element.matches('.link') && isSeen(element) && !isClipped(element))
        .map((element) => `on paper: ${tell(element)}`);
      const heads = [...document.querySelectorAll('.letterhead')].filter(isSeen);
      const body = getComputedStyle(document.documentElement);
      return [
        ...controls.slice(0, 5),
        ...(heads.length === 1 ? [] : [`${heads.length} letterheads`]),
        ...(body.backgroundColor === 'rgb(255, 255, 255)' ? [] : [`paper is ${body.backgroundColor}`]),
        ...looks.sideways(),
        ...[...document.querySelectorAll('.scroll')]
          .filter((element) => isSeen(element) && element.scrollWidth > element.clientWidth + 1)
          .map((element) => `wider than the paper: ${tell(element)}`),
      ];
    },

    /** In a system's own colours backgrounds are gone: what is drawn by one must still be seen, and so must what is chosen. */
    forced() {
      const ground = (element) => {
        for (let at = element.parentElement; at !== null; at = at.parentElement) {
          const { backgroundColor } = getComputedStyle(at);
          if (!isClear(backgroundColor)) return backgroundColor;
        }
        return 'none';
      };
      const edges = (style) =>
        ['Top', 'Right', 'Bottom', 'Left']
          .map((side) => [`border${side}`])
          .map(([side]) => `${style[`${side}Style`]} ${style[`${side}Width`]} ${style[`${side}Color`]}`)
          .join();
      const marks =
        '.gauge-mark, .gauge-band.chosen, .fall-bar, .bar-fill, .share > span, .outcome-bar > span, .outcomes .key';
      const gone = all(marks).filter((element) => {
        const style = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        if (width === 0 || height === 0) return false;
        const paper = ground(element);
        const isFilled = style.backgroundColor !== paper && !isClear(style.backgroundColor);
        const isEdged = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopColor !== paper;
        return !isFilled && !isEdged && style.backgroundImage === 'none';
      });
      const drawn = (element) => {
        const style = getComputedStyle(element);
        return [
          style.backgroundColor,
          edges(style),
          style.outlineStyle === 'none' ? 'none' : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`,
        ].join();
      };
      const chosen = all(
        '[aria-selected=true], [aria-pressed=true], a[aria-current], button[aria-current], .segments .chosen',
      );
      const alike = chosen.filter((element) =>
        [...element.parentElement.children].some(
          (other) =>
            other !== element &&
            other.localName === element.localName &&
            other.className.replace('chosen', '').trim() === element.className.replace('chosen', '').trim() &&
            drawn(other) === drawn(element),
        ),
      );
      return [
        ...gone.map((element) => `gone in forced colours: ${tell(element)}`),
        ...alike.map((element) => `chosen, and not seen to be in forced colours: ${tell(element)}`),
      ];
    },

    /** What is said by a live region inside another one is said twice. */
    live() {
      const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output';
      return [...document.querySelectorAll(regions)]
        .filter((element) => element.parentElement?.closest(regions))
        .map((element) => `said twice: ${tell(element)}`);
    },

    /** Begins at the top of the page, or at the first control of the dialog. Gives how many stops there must be. */
    beginWalk() {
      const found = stops();
      document.activeElement?.blur();
      document.body.tabIndex = -1;
      (scope() === document ? document.body : found.at(-1))?.focus({ preventScroll: true });
      document.body.removeAttribute('tabindex');
      walked = [];
      add.call(document, 'focusin', note);
      return found.length;
    },

    endWalk() {
      document.removeEventListener('focusin', note);
      document.activeElement?.blur();
      const wanted = stops();
      const order = [...new Set(walked.map(({ element }) => element))].filter((element) => wanted.includes(element));
      const visited = new Set(walked.map(({ element }) => element));
      const missed = wanted.filter((element) => !visited.has(element));
      const ringless = walked.filter(({ element, hasRing }) => !hasRing && element !== document.body);
      const isSorted = order.every((element, index) => element === wanted.filter((one) => visited.has(one))[index]);
      const mouseOnly = [...listening]
        .map((reference) => reference.deref())
        .filter(
          (element) =>
            element?.isConnected &&
            isSeen(element) &&
            scope().contains(element) &&
            !visited.has(element) &&
            !element.disabled &&
            // The whole of it leads where something in it leads, or it is a part of what can be reached.
            ![...visited].some((stop) => element.contains(stop) || stop.contains(element)) &&
            // A drawing follows the pointer; what it shows is in a table too.
            element.closest('[role=img]') === null &&
            // Tabs and radio buttons beside the chosen one are reached by arrows.
            !element.matches('[role=tab], input[type=radio]'),
        );
      return [
        ...missed.map((element) => `not reached by Tab: ${tell(element)}`),
        ...ringless.map(({ element }) => `no focus to be seen: ${tell(element)}`),
        ...(isSorted ? [] : ['Tab goes in another order than the page']),
        ...[...document.querySelectorAll('[tabindex]')]
          .filter((element) => element.tabIndex > 0)
          .map((element) => `before its turn: ${tell(element)}`),
        ...mouseOnly.map((element) => `for the mouse alone: ${tell(element)}`),
      ];
    },
  };
})();
