// What speaks against a file, by the names that override it.

import { language } from '../../words/language.ts';
import type { Result } from '../view.ts';

export function Judgements({ judgements }: Pick<Result, 'judgements'>) {
  return (
    <ul class="list-judgements">
      {judgements.map(({ name, sentence, portuguese }) => (
        <li key={name}>
          <code>{name}</code> {language.value === 'pt' ? portuguese : sentence}
        </li>
      ))}
    </ul>
  );
}

export function toForce({ judgements }: Pick<Result, 'judgements'>): readonly Result['judgements'][number]['name'][] {
  return [...new Set(judgements.map(({ name }) => name))];
}
