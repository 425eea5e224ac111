// An input that puts the mask in while one types, and leaves the caret where it was among the characters that count.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface MaskedInputProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly placeholder: string;
  readonly inputmode?: 'numeric' | 'text';
  readonly autocapitalize?: 'characters' | 'none';
  readonly required?: boolean;
  /** `field` gives the caller a reference to the input element. */
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly value: string;
  readonly mask: (text: string) => string;
  readonly onValue: (masked: string) => void;
}

export function MaskedInput({ value, mask, onValue, field, ...rest }: MaskedInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || input.current === null) return;
    input.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const masked = mask(currentTarget.value);
    const before = countCharacters(currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined));
    caret.current = findCaret(masked, before);
    // Also where nothing changes, or the input would keep what the mask refuses.
    currentTarget.value = masked;
    onValue(masked);
  };
  return (
    <input {...rest} ref={input} class="number" value={value} onInput={take} autocomplete="off" spellcheck={false} />
  );
}

function countCharacters(text: string): number {
  return text.replace(/[^0-9A-Za-z]/g, '').length;
}

function findCaret(masked: string, count: number): number {
  let seen = 0;
  for (let index = 0; index < masked.length; index++) {
    if (seen === count) return index;
    if (/[0-9A-Za-z]/.test(masked[index] as string)) seen++;
  }
  return masked.length;
}
