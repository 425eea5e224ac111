// When something was done, in the time of Brasília: a day and a time of day, or nothing for now.

import { DayField } from '../../design/fields/day-field.tsx';
import { readDay } from '../../design/fields/number.ts';
import { TextField } from '../../design/fields/text-field.tsx';
import { clearanceWords } from './words.ts';

export interface TypedMoment {
  readonly day: string;
  readonly clock: string;
}

/** Returns null if both fields are empty, and undefined if they give no valid moment. Brazil has had one time all year since 2019. */
export function readMoment({ day: typed, clock }: TypedMoment): string | null | undefined {
  const day = readDay(typed);
  if (typed.trim() === '' && clock.trim() === '') return null;
  if (!day || !/^([01]\d|2[0-3]):[0-5]\d$/.test(clock.trim())) return undefined;
  return `${day}T${clock.trim()}:00-03:00`;
}

interface WhenDoneProps {
  readonly label: string;
  /** The hint explains the meaning of an empty field. */
  readonly hint: string;
  readonly value: TypedMoment;
  readonly onValue: (typed: TypedMoment) => void;
}

export function WhenDone({ label, hint, value, onValue }: WhenDoneProps) {
  const words = clearanceWords();
  return (
    <div class="row when-done">
      <DayField label={label} isOptional hint={hint} value={value.day} onValue={(day) => onValue({ ...value, day })} />
      <TextField
        label={words.clock}
        isOptional
        maxLength={5}
        placeholder="hh:mm"
        value={value.clock}
        onValue={(clock) => onValue({ ...value, clock })}
      />
    </div>
  );
}
