// Chaves: the keys and what they are used for; one of them opens in place of the list.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleBody } from '../../src/http/console/contract.ts';
import { call, mayAct } from '../api/client.ts';
import { Badge, ScreenTitle, Segments } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { partWords } from '../design/words.ts';
import { focusOpener } from '../shell/focus-keeper.ts';
import { toTitle } from '../shell/words.ts';
import { formatDay, formatNumber, formatTime } from '../words/format.ts';
import { type Key, toKeyName, toLastDay, toRateWords } from './key.ts';
import { type MadeKey, MadeKeyCard } from './made-key.tsx';
import { NewKey } from './new-key.tsx';
import { OneKey, stateTones } from './one-key.tsx';
import { UsageCard } from './usage-card.tsx';
import { keysWords } from './words.ts';
import './keys.css';

type Filter = ConsoleBody<'POST key-list'>['shown'];
const filterNames: readonly Filter[] = ['active', 'all'];

export function KeysScreen() {
  const words = keysWords();
  const [keys, setKeys] = useState<readonly Key[]>();
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const [opened, setOpened] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const [filter, setFilter] = useState<Filter>('active');
  const asked = useRef(0);
  /** If two page loads are in flight, only the later one counts. */
  const load = async (after: string | null = null) => {
    const turn = ++asked.current;
    try {
      const page = await call('POST key-list', { shown: filter, after });
      if (turn !== asked.current) return;
      setKeys((before = []) => (after === null ? page.keys : [...before, ...page.keys]));
      setNext(page.next);
    } catch (thrown) {
      setError(thrown);
    }
  };
  useEffect(() => void load(), [filter]);

  const isAdmin = mayAct('admin');
  const item = keys?.find(({ id }) => id === opened);
  const replace = (key: Key) => setKeys((keys ?? []).map((each) => (each.id === key.id ? key : each)));
  const show = (fresh: MadeKey) => {
    setMade(fresh);
    setMaking(false);
    const others = (keys ?? []).filter(({ id }) => id !== fresh.key.id);
    setKeys([...others, fresh.key]);
    scrollTo(0, 0);
  };
  const open = (id: string) => {
    setMade(undefined);
    setMaking(false);
    setOpened(id);
    scrollTo(0, 0);
  };
  const cancel = () => {
    setMaking(false);
    focusOpener('new-key');
  };
  const leave = () => {
    if (opened !== undefined) focusOpener(opened);
    setOpened(undefined);
    setMade(undefined);
    void load();
  };

  if (item !== undefined) {
    return (
      <>
        {made !== undefined && <MadeKeyCard made={made} onDone={() => setMade(undefined)} />}
        <OneKey key={item.id} item={item} onChanged={replace} onMade={show} onBack={leave} />
      </>
    );
  }
  const shown = keys?.filter(({ state }) => filter === 'all' || state === 'active');
  return (
    <>
      <ScreenTitle title={toTitle('chaves')} lead={words.lead} />
      <div class="stack">
        {made !== undefined && <MadeKeyCard made={made} onDone={() => setMade(undefined)} />}
        {isMaking && <NewKey onMade={show} onCancel={cancel} />}
        {error !== undefined && <ProblemNotice error={error} />}
        <section class="card stack" aria-labelledby="keys-title">
          <div class="row spread">
            <div class="row">
              <h2 id="keys-title">{words.list}</h2>
              <Segments
                label={words.shown}
                isLabelHidden
                names={filterNames}
                words={words.filters}
                chosen={filter}
                onChoose={setFilter}
              />
            </div>
            {isAdmin && !isMaking && (
              <button type="button" class="button first" data-opens="new-key" onClick={() => setMaking(true)}>
                {words.create}
              </button>
            )}
          </div>
          {shown === undefined ? (
            error === undefined && <p class="empty">{partWords().loading}</p>
          ) : shown.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <KeyTable keys={shown} onOpen={open} />
          )}
          {next !== null && (
            <button type="button" class="button" onClick={() => void load(next)}>
              {partWords().more}
            </button>
          )}
          {!isAdmin && <p class="small quiet">{words.onlyAdmins}</p>}
        </section>
        <UsageCard />
      </div>
    </>
  );
}

function KeyTable({ keys, onOpen }: { readonly keys: readonly Key[]; readonly onOpen: (id: string) => void }) {
  const words = keysWords();
  return (
    <table class="cards keys">
      <TableHead
        columns={[
          words.name,
          words.mode,
          words.state,
          words.scopes,
          words.rate,
          { end: words.thisMonth },
          words.lastUsed,
          words.expires,
        ]}
      />
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">
              <div>
                <button type="button" class="link" data-opens={key.id} onClick={() => onOpen(key.id)}>
                  {toKeyName(key)}
                </button>
                <code class="quiet">{key.id}</code>
              </div>
            </th>
            <td data-label={words.mode}>
              <span class={`mode ${key.mode}`}>{words.modes[key.mode]}</span>
            </td>
            <td data-label={words.state}>
              <Badge tone={stateTones[key.state]}>{words.states[key.state]}</Badge>
              {key.budgets
                .filter(({ is_near }) => is_near)
                .map(({ period, unit, percent }) => (
                  <p class="small" key={`${period} ${unit}`}>
                    {words.budgetNote(words.budgets[period], percent)}
                  </p>
                ))}
            </td>
            <td data-label={words.scopes} class="may">
              {key.scopes.map((scope) => words.scopeWords[scope] ?? scope).join(', ')}
            </td>
            <td data-label={words.rate}>{toRateWords(key.rate)}</td>
            <td data-label={words.thisMonth} class="end">
              {formatNumber(key.requests_this_month)}
            </td>
            <td data-label={words.lastUsed}>
              {key.last_used_at === null ? words.neverUsed : formatTime(key.last_used_at)}
            </td>
            <td data-label={words.expires}>
              {key.expires_at === null ? words.never : formatDay(toLastDay(key.expires_at))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
