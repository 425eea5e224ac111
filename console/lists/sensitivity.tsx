// What another sensitivity of a list would have told of the screenings of the last days, before anybody changes the settings.

import { useState } from 'preact/hooks';
import type { ConsoleAnswer, ConsoleBody } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { Choice } from '../design/fields/choice.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import { follow } from '../shell/router.ts';
import { formatNumber, formatTime } from '../words/format.ts';
import { sensitivityWords } from './sensitivity-words.ts';
import { type List, toShortName } from './view.ts';

type Level = ConsoleBody<'POST sensitivity-trial'>['level'];
type Trial = ConsoleAnswer<'POST sensitivity-trial'>;

/** `lists` holds those that can be looked at. */
export function SensitivityTrial({ lists }: { readonly lists: readonly List[] }) {
  const words = sensitivityWords();
  const [chosen, setChosen] = useState('');
  const [level, setLevel] = useState<Level>('low');
  const [trial, setTrial] = useState<Trial & { readonly list: string }>();
  const { isBusy, error, attempt } = useAttempt();
  const list = chosen || lists[0]?.list;
  if (list === undefined) return null;
  const run = () =>
    void attempt(async () => setTrial({ ...(await call('POST sensitivity-trial', { list, level })), list }));
  return (
    <section class="card stack no-print" aria-labelledby="sensitivity">
      <div class="stack tight">
        <h2 id="sensitivity">{words.title}</h2>
        <p class="quiet">{words.lead}</p>
      </div>
      <form
        class="search-fields"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Choice
          label={words.list}
          value={list}
          options={lists.map((each) => [each.list, toShortName(each)])}
          onValue={setChosen}
        />
        <Choice
          label={words.level}
          value={level}
          options={Object.entries(words.levels)}
          onValue={(value) => setLevel(value as Level)}
        />
        <button type="submit" class="button" disabled={isBusy}>
          {isBusy ? words.working : words.submit}
        </button>
      </form>
      {error !== undefined && <ProblemNotice error={error} />}
      {trial !== undefined && error === undefined && <Outcome trial={trial} />}
    </section>
  );
}

function Outcome({ trial }: { readonly trial: Trial & { readonly list: string } }) {
  const words = sensitivityWords();
  const { list, from, to, days, screenings, is_all, with_more, with_fewer, now_told, now_silent, examples } = trial;
  const count = formatNumber(screenings);
  return (
    <div class="stack tight" aria-live="polite">
      <p>
        <strong>{words.between(list, words.levels[from], words.levels[to])}</strong>{' '}
        {(is_all ? words.all : words.newest)(count, String(days))}
      </p>
      {with_more + with_fewer === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <ul class="list-judgements">
          {with_more > 0 && <li>{words.more(formatNumber(with_more), formatNumber(now_told))}</li>}
          {with_fewer > 0 && <li>{words.fewer(formatNumber(with_fewer), formatNumber(now_silent))}</li>}
        </ul>
      )}
      {examples.length > 0 && (
        <table class="cards">
          <TableHead columns={[words.screening, words.wouldTell, words.wouldNotTell]} />
          <tbody>
            {examples.map(({ request_id, at, more, fewer }) => (
              <tr key={request_id}>
                <td data-label={words.screening}>
                  <a href={`/console/consultas/${request_id}`} onClick={follow}>
                    {formatTime(at)}
                  </a>
                </td>
                <td data-label={words.wouldTell} class="mono">
                  {more.join(', ')}
                </td>
                <td data-label={words.wouldNotTell} class="mono">
                  {fewer.join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {from !== to && (
        <p class="small quiet">
          {words.toChange} <code>{`screening: { sensitivity: { ${list}: ${to} } }`}</code>
        </p>
      )}
    </div>
  );
}
