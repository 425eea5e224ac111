// The last answers of this page, one click away: told by their sign, number and what to do. In memory alone.

import type { Answered } from '../answer/facts/answer.ts';
import { conclude } from '../answer/facts/conclusion.ts';
import { Sign } from '../design/parts.tsx';
import { answered, recent } from './verify-state.ts';
import { verifyWords } from './words.ts';

export function RecentAnswers({ onOpen }: { readonly onOpen: (one: Answered) => void }) {
  const words = verifyWords();
  if (recent.value.length < 2 && answered.value !== undefined) return null;
  if (recent.value.length === 0) return null;
  return (
    <nav class="recent no-print" aria-label={words.recent}>
      {recent.value.map((one) => {
        const { act, tone } = conclude(one.verified);
        const isSynthetic = one.verified.isSynthetic;
        return (
          <button
            key={one.verified.answer.request_id}
            type="button"
            class={isSynthetic ? 'fictitious' : ''}
            aria-current={one === answered.value ? 'true' : undefined}
            title={isSynthetic ? words.with.sandbox : undefined}
            onClick={() => onOpen(one)}
          >
            <span class={`recent-sign ${tone}`}>
              <Sign of={tone === 'none' ? 'info' : tone} />
            </span>
            <span class="number">{one.asked.number}</span>
            <span class="hidden">{`: ${words.acts[act]}`}</span>
          </button>
        );
      })}
    </nav>
  );
}
