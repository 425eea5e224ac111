// Names and values, side by side; a value may carry the sign of what it means.

import { Badge, type Tone } from './parts.tsx';

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
