// Where a file is dropped, or chosen by a button, with the mouse or the keyboard.

import { useRef, useState } from 'preact/hooks';
import { batchWords } from '../words.ts';

interface DropZoneProps {
  readonly hint: string;
  readonly onFile: (file: File) => void;
}

export function DropZone({ hint, onFile }: DropZoneProps) {
  const words = batchWords();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
    // The same file may be chosen again.
    if (input.current !== null) input.current.value = '';
  };
  return (
    <section
      class={`drop no-print ${isOver ? 'over' : ''}`}
      aria-label={words.drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6">
        <path d="M13 6h16l8 8v28H13zM29 6v8h8M19 22h12M19 28h12M19 34h12M25 22v12" stroke-linejoin="round" />
      </svg>
      <div class="stack tight">
        <p class="drop-title">{isOver ? words.dropHere : words.drop}</p>
        <p class="small quiet">{hint}</p>
      </div>
      <button type="button" class="button first" data-opens="file" onClick={() => input.current?.click()}>
        {words.choose}
      </button>
      <input
        ref={input}
        class="hidden"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        accept=".csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,.zip"
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
    </section>
  );
}
