// The head of one judgement: how it stands, of which list and row, and the record that is its evidence.

import { isEndedState } from '../../src/domain/screening/clearance.ts';
import { Badge, type Tone } from '../design/parts.tsx';
import type { Clearance } from '../lists/clearances/clearance-state.ts';
import { follow } from '../shell/router.ts';
import { judgementsWords } from './words.ts';

const tones: Readonly<Record<Clearance['state'], Tone>> = {
  proposed: 'warn',
  cleared: 'none',
  accepted: 'none',
  confirmed: 'bad',
  frozen: 'bad',
  lapsed: 'warn',
  replaced: 'none',
  revoked: 'none',
  rejected: 'none',
};

export function JudgedRow({ judgement: { state, kind, row, screening, freeze } }: { readonly judgement: Clearance }) {
  const words = judgementsWords();
  const waits = state === 'proposed' || state === 'lapsed';
  return (
    <p class="row">
      <Badge tone={tones[state]} {...(waits ? { sign: 'clock' as const } : {})}>
        {words.states[state]}
      </Badge>
      {(waits || isEndedState(state)) && <span>{words.kinds[kind]}</span>}
      {freeze?.overdue === true && (
        <Badge tone="bad" sign="clock">
          {words.overdue}
        </Badge>
      )}
      <strong class="mono">{row}</strong>
      {screening !== null && (
        <a class="small no-print" href={`/console/consultas/${screening}`} onClick={follow}>
          {words.record}
        </a>
      )}
    </p>
  );
}
