// Names and values, side by side; a value may carry the sign of what it means. What has no value is left out.

import type { VNode } from 'preact';
import { Badge, type Tone } from './parts.tsx';

export type Fact = readonly [name: string, value: string | VNode | null, tone?: Tone];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value, tone]) => (
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
