// Names and values, side by side; a value may carry the sign of what it means.

import { Badge, type Tone } from '../design/parts.tsx';

type Fact = readonly [name: string, value: string, tone?: Tone];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {tone === undefined ? (
              value
            ) : (
              <Badge tone={tone} {...(tone === 'bad' ? { sign: 'cross' } : {})}>
                {value}
              </Badge>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Of what was compared: a cross is for what does not agree, and for nothing else. */
export const matchTones: Readonly<Record<'exact' | 'partial' | 'mismatch' | 'not_provided' | 'not_available', Tone>> = {
  exact: 'good',
  partial: 'warn',
  mismatch: 'bad',
  not_provided: 'none',
  not_available: 'warn',
};
