// The fields of what a key may ask for, the same for a new key and for one that is changed.

import type { ComponentChildren } from 'preact';
import { DayField } from '../design/fields/day-field.tsx';
import { MaskedInput } from '../design/fields/masked-input.tsx';
import { PurposeField } from '../design/fields/purpose-field.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { Field } from '../design/parts.tsx';
import { toPlainCount, toTypedCount } from '../words/format.ts';
import { findFaults, type Typed } from './key.ts';
import { keysWords } from './words.ts';

interface LimitFieldsProps {
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
}

type CountField = 'burst' | 'concurrency' | 'quotaDay' | 'quotaMonth';

export function NameField({ typed, onTyped }: LimitFieldsProps) {
  const words = keysWords();
  return (
    <TextField
      label={words.name}
      hint={words.nameHint}
      fault={typed.name.trim().length > 100 ? words.wrongName : undefined}
      value={typed.name}
      onValue={(name) => onTyped({ ...typed, name })}
      maxLength={100}
      autocomplete="off"
      required
    />
  );
}

export function LimitFields({ typed, onTyped }: LimitFieldsProps) {
  const words = keysWords();
  const faults = findFaults(typed);
  const set = (changes: Partial<Typed>) => onTyped({ ...typed, ...changes });
  const count = (field: CountField, label: string, hint: string): ComponentChildren => (
    <Field label={label} hint={hint} fault={faults[field] ? words.wrongCount : undefined}>
      {(ties) => (
        <MaskedInput
          {...ties}
          value={toTypedCount(typed[field])}
          mask={toTypedCount}
          onValue={(text) => set({ [field]: toPlainCount(text) })}
          inputmode="numeric"
          placeholder={field === 'burst' ? words.asRate : words.unlimited}
        />
      )}
    </Field>
  );
  return (
    <>
      <Field label={words.rate} hint={words.rateHint} fault={faults.rate ? words.wrongCount : undefined}>
        {(ties) => (
          <div class="key-rate">
            <MaskedInput
              {...ties}
              value={toTypedCount(typed.rate)}
              mask={toTypedCount}
              onValue={(text) => set({ rate: toPlainCount(text) })}
              inputmode="numeric"
              placeholder={words.unlimited}
            />
            <span>{words.per}</span>
            <select
              aria-label={`${words.rate} ${words.per}`}
              value={typed.window}
              onChange={({ currentTarget }) => set({ window: currentTarget.value })}
            >
              {Object.entries(words.windows).map(([window, word]) => (
                <option key={window} value={window}>
                  {word}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
      {count('burst', words.burst, words.burstHint)}
      {count('concurrency', words.concurrency, words.concurrencyHint)}
      {count('quotaDay', words.quotaDay, words.quotaHint)}
      {count('quotaMonth', words.quotaMonth, words.quotaHint)}
      <DayField
        label={words.expires}
        hint={words.expiresHint}
        fault={faults.expires ? words.wrongDay : undefined}
        value={typed.expires}
        onValue={(expires) => set({ expires })}
      />
      <PurposeField
        label={words.purpose}
        none={words.noPurpose}
        hint={words.purposeHint}
        value={typed.purpose}
        onValue={(purpose) => set({ purpose })}
      />
      <Field label={words.networks} hint={words.networksHint}>
        {(ties) => (
          <textarea
            {...ties}
            class="mono"
            rows={3}
            value={typed.networks}
            onInput={({ currentTarget }) => set({ networks: currentTarget.value })}
            spellcheck={false}
            maxLength={6000}
          />
        )}
      </Field>
      <Field label={words.corsOrigins} hint={words.corsOriginsHint}>
        {(ties) => (
          <textarea
            {...ties}
            class="mono"
            rows={2}
            value={typed.corsOrigins}
            onInput={({ currentTarget }) => set({ corsOrigins: currentTarget.value })}
            spellcheck={false}
            maxLength={6000}
          />
        )}
      </Field>
    </>
  );
}
