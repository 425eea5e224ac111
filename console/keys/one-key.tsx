// One key: what it is, what it may ask for, and what an administrator does with it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { call, mayAct } from '../api/client.ts';
import { announce } from '../design/announce.ts';
import { Confirm } from '../design/confirm.tsx';
import { Facts } from '../design/facts.tsx';
import { Choice } from '../design/fields/choice.tsx';
import { toPurposeName } from '../design/fields/purpose-field.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { Badge, Notice, type Tone } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import { formatDay, formatNumber, formatTime } from '../words/format.ts';
import { findFaults, type Key, toBudgetWords, toChanges, toKeyName, toLastDay, toRateWords, toTyped } from './key.ts';
import { LimitFields, NameField } from './limit-fields.tsx';
import type { MadeKey } from './made-key.tsx';
import { UsageCard } from './usage-card.tsx';
import { keysWords } from './words.ts';

export const stateTones: Readonly<Record<Key['state'], Tone>> = { active: 'good', expired: 'warn', revoked: 'bad' };

interface OneKeyProps {
  readonly item: Key;
  readonly onChanged: (key: Key) => void;
  readonly onMade: (made: MadeKey) => void;
  readonly onBack: () => void;
}

export function OneKey({ item, onChanged, onMade, onBack }: OneKeyProps) {
  const words = keysWords();
  const isAdmin = mayAct('admin');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div class="titled">
        <p class="key-back">
          <button type="button" class="button small" onClick={onBack}>
            {words.back}
          </button>
        </p>
        <h1 class="key-name" ref={title} tabIndex={-1}>
          {toKeyName(item)}
        </h1>
        <p class="row">
          <Badge tone={stateTones[item.state]}>{words.states[item.state]}</Badge>
          <span class={`mode ${item.mode}`}>{words.modes[item.mode]}</span>
          <code>{item.id}</code>
        </p>
      </div>
      <div class="stack">
        {item.older_secrets_until.map((until) => (
          <Notice key={until} tone="warn">
            {words.older(formatTime(until))}
          </Notice>
        ))}
        {item.budgets
          .filter(({ is_near }) => is_near)
          .map((budget) => (
            <Notice key={`${budget.period} ${budget.unit}`} tone={budget.percent < 100 ? 'warn' : 'bad'}>
              {words.budgetNote(words.budgets[budget.period], budget.percent)}
            </Notice>
          ))}
        <section class="card stack">
          <KeyFacts item={item} />
          {isAdmin && item.state !== 'revoked' && <Acts item={item} onChanged={onChanged} onMade={onMade} />}
          {!isAdmin && <p class="small quiet">{words.onlyAdmins}</p>}
        </section>
        {isAdmin && item.state !== 'revoked' && <Change item={item} onChanged={onChanged} />}
        <UsageCard keyId={item.id} />
      </div>
    </>
  );
}

function KeyFacts({ item }: { readonly item: Key }) {
  const words = keysWords();
  const orUnlimited = (count: number | null) => (count === null ? words.unlimited : formatNumber(count));
  return (
    <Facts
      facts={[
        [words.scopes, item.scopes.map((scope) => words.scopeWords[scope] ?? scope).join(', ')],
        [words.rate, toRateWords(item.rate)],
        [words.burst, item.burst === null ? words.asRate : toRateWords(`${item.burst}/s`)],
        [words.concurrency, orUnlimited(item.concurrency)],
        [words.quotaDay, orUnlimited(item.quota_day)],
        [words.quotaMonth, orUnlimited(item.quota_month)],
        ...item.budgets.map((budget) => [words.budgets[budget.period], toBudgetWords(budget)] as const),
        [words.networks, item.networks?.join(', ') ?? words.anyNetwork],
        [words.corsOrigins, item.cors_origins?.join(', ') ?? words.noOrigin],
        [words.purpose, item.purpose === null ? words.noPurpose : toPurposeName(item.purpose)],
        [words.expires, item.expires_at === null ? words.never : formatDay(toLastDay(item.expires_at))],
        [words.created, formatTime(item.created_at)],
        [words.revoked, item.revoked_at && formatTime(item.revoked_at)],
        [words.lastUsed, item.last_used_at === null ? words.neverUsed : formatTime(item.last_used_at)],
        [words.today, formatNumber(item.requests_today)],
        [words.thisMonth, formatNumber(item.requests_this_month)],
      ]}
    />
  );
}

function Change({ item, onChanged }: Pick<OneKeyProps, 'item' | 'onChanged'>) {
  const words = keysWords();
  const [before, setBefore] = useState(toTyped(item));
  const [typed, setTyped] = useState(before);
  const { isBusy, error, attempt } = useAttempt();
  const [isSaved, setSaved] = useState(false);
  const changes = toChanges(typed, before);
  const isChanged = Object.values(changes).some((value) => value !== null);
  const faults = findFaults(typed);
  // A day that was not touched may be over.
  const isWrong = Object.values({ ...faults, expires: faults.expires && changes.expires_on !== null }).includes(true);

  const save = async (event: Event) => {
    event.preventDefault();
    if (isBusy || isWrong || !isChanged) return;
    await attempt(async () => {
      const { key } = await call('POST key-update', { id: item.id, ...changes });
      setBefore(toTyped(key));
      setTyped(toTyped(key));
      setSaved(true);
      announce(words.saved);
      onChanged(key);
    });
  };
  const type = (wanted: typeof typed) => {
    setSaved(false);
    setTyped(wanted);
  };

  return (
    <form class="card stack" onSubmit={save} autocomplete="off">
      <h2>{words.limits}</h2>
      <div class="key-limits">
        <NameField typed={typed} onTyped={type} />
        <LimitFields typed={typed} onTyped={type} />
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
      <div class="row">
        <button type="submit" class="button first" disabled={isBusy || isWrong || !isChanged}>
          {words.save}
        </button>
        <span class="small quiet">{isSaved ? words.saved : isChanged ? '' : words.unchanged}</span>
      </div>
    </form>
  );
}

const dayMs = 86_400_000;
const overlapsMs: Readonly<Record<string, number>> = {
  '0h': 0,
  '1h': dayMs / 24,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
};

function Acts({ item, onChanged, onMade }: Omit<OneKeyProps, 'onBack'>) {
  const words = keysWords();
  const [asked, setAsked] = useState<'rotate' | 'revoke'>();
  const [overlap, setOverlap] = useState('24h');
  const [confirmed, setConfirmed] = useState('');
  const isSandbox = item.id === 'key_sandbox';
  const { isBusy, error, attempt, setError } = useAttempt();

  const act = (work: () => Promise<void>) =>
    attempt(async () => {
      await work();
      setAsked(undefined);
    });
  const ask = (what: typeof asked) => {
    setError(undefined);
    setAsked(what);
  };
  const overlapMs = overlapsMs[overlap] ?? 0;

  return (
    <div class="row">
      {!isSandbox && (
        <button type="button" class="button" onClick={() => ask('rotate')}>
          {words.rotate}
        </button>
      )}
      <button type="button" class="button danger" onClick={() => ask('revoke')}>
        {words.revoke}
      </button>
      {asked === 'rotate' && (
        <Confirm
          title={words.rotate}
          act={words.rotateAct}
          isBusy={isBusy}
          onCancel={() => ask(undefined)}
          onConfirm={() => act(async () => onMade(await call('POST key-rotate', { id: item.id, overlap })))}
        >
          <p>{words.rotateLead}</p>
          <Choice label={words.overlap} value={overlap} options={Object.entries(words.overlaps)} onValue={setOverlap} />
          <p>
            {overlapMs === 0
              ? words.rotateNow
              : words.rotateUntil(formatTime(new Date(Date.now() + overlapMs).toISOString()))}
          </p>
          {error !== undefined && <ProblemNotice error={error} />}
        </Confirm>
      )}
      {asked === 'revoke' && (
        <Confirm
          title={words.revokeTitle(toKeyName(item))}
          act={words.revokeAct}
          isDanger
          isBusy={isBusy}
          onCancel={() => ask(undefined)}
          onConfirm={() =>
            act(async () => {
              const typed = isSandbox ? confirmed.trim() || null : null;
              onChanged((await call('POST key-revoke', { id: item.id, confirmed: typed })).key);
            })
          }
        >
          <p>{words.revokeLead}</p>
          {isSandbox && (
            <TextField
              label={words.revokeSandbox}
              value={confirmed}
              onValue={setConfirmed}
              autocomplete="off"
              spellcheck={false}
            />
          )}
          <div class="stack tight">
            <h3>{words.revokeEffects}</h3>
            <ul class="effects">
              <li>{words.revokeCallers}</li>
              {item.scopes.includes('verify:batch') && <li>{words.revokeBatches}</li>}
              <li>
                {item.last_used_at === null
                  ? words.revokeUnused
                  : words.revokeUse(formatNumber(item.requests_this_month), formatTime(item.last_used_at))}
              </li>
            </ul>
          </div>
          {error !== undefined && <ProblemNotice error={error} />}
        </Confirm>
      )}
    </div>
  );
}
