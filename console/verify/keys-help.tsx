// The keys of Verificar: `/` for the next person, `?` for this list. They are letters elsewhere, so they only count outside of fields.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { verifyWords } from './words.ts';

export function useKeys({ onNext }: { readonly onNext: () => void }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const act = useRef(onNext);
  act.current = onNext;
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (event.key === '/') act.current();
      else if (event.key === '?') setHelpOpen(true);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', take);
    return () => removeEventListener('keydown', take);
  }, []);
  return { isHelpOpen, openHelp: () => setHelpOpen(true), closeHelp: () => setHelpOpen(false) };
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // The number is the one field in which neither key means anything while it is empty.
  if (target instanceof HTMLInputElement && target.required && target.value === '') return false;
  return target.matches('input:not([type=radio]):not([type=checkbox]), select, textarea, [contenteditable]');
}

export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const words = verifyWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={onClose}>
      <div class="stack">
        <h2 id="keys-title">{words.keysTitle}</h2>
        <dl class="keys-list">
          {words.keysList.map(([key, about]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
        <div>
          <button type="button" class="button" autofocus onClick={() => dialog.current?.close()}>
            {words.close}
          </button>
        </div>
      </div>
    </dialog>
  );
}
