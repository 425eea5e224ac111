// What went wrong with a call, as a person can use it: what happened, what to do, and the number to quote.

import { ProblemError, UnreachableError } from '../api/client.ts';
import { shellWords } from '../shell/words.ts';
import { Notice } from './parts.tsx';

export function ProblemNotice({ error }: { readonly error: unknown }) {
  const words = shellWords();
  if (error instanceof UnreachableError) {
    return (
      <Notice tone="bad">
        <strong>{words.unreachable}</strong>
        <span>{words.unreachableAdvice}</span>
      </Notice>
    );
  }
  if (!(error instanceof ProblemError)) {
    return (
      <Notice tone="bad">
        <strong>{words.unexpected}</strong>
      </Notice>
    );
  }
  const { title, detail, errors = [], request_id } = error.problem;
  return (
    <Notice tone="bad">
      <strong>{title}</strong>
      <span>{detail}</span>
      {errors.map((fault) => (
        <span key={fault.pointer}>
          <code>{fault.pointer.slice(1)}</code>: {fault.detail}
        </span>
      ))}
      <span class="small mono">{request_id}</span>
    </Notice>
  );
}
