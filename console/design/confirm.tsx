// A question before something that cannot be undone, or that shows something once: it names what will happen, and the way back is
// the one that a hurried Enter takes.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { partWords } from './words.ts';

interface ConfirmProps {
  readonly title: string;
  readonly act: string;
  /** The way back, where "cancel" could be taken for the act. */
  readonly back?: string;
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children: ComponentChildren;
}

export function Confirm({ title, act, back, isDanger = false, isBusy, onConfirm, onCancel, children }: ConfirmProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    opener.current = document.activeElement;
    dialog.current?.showModal();
  }, []);
  // It is taken away without being closed, which would have given the focus back. Before it is gone nothing else takes the focus.
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <div class="stack">
        <h2 id={id}>{title}</h2>
        {children}
        <div class="row">
          <button type="button" class="button" autofocus onClick={onCancel}>
            {back ?? partWords().cancel}
          </button>
          <button type="button" class={`button ${isDanger ? 'danger' : 'first'}`} disabled={isBusy} onClick={onConfirm}>
            {act}
          </button>
        </div>
      </div>
    </dialog>
  );
}
