// The sessions that there are: one's own, or those of all for an administrator. Beside them one's own passkeys.

import { useEffect, useState } from 'preact/hooks';
import type { SessionView } from '../../src/http/console/contract.ts';
import { call, consoleState } from '../api/client.ts';
import { ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { shellWords, toTitle } from '../shell/words.ts';
import { formatTime } from '../words/format.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { sessionsWords } from './words.ts';

export function SessionsScreen() {
  const words = sessionsWords();
  const [sessions, setSessions] = useState<readonly SessionView[]>();
  const [error, setError] = useState<unknown>();
  const load = () => call('GET sessions').then((answer) => setSessions(answer.sessions), setError);
  useEffect(() => void load(), []);
  const end = (id: string) => call('POST end-session', { id }).then(load, setError);

  return (
    <>
      <ScreenTitle title={toTitle('sessoes')} lead={words.lead} />
      {error !== undefined && <ProblemNotice error={error} />}
      <div class="card">
        <table class="cards">
          <TableHead
            columns={[words.operator, words.role, words.begun, words.seen, words.network, { hidden: words.end }]}
          />
          <tbody>
            {(sessions ?? []).map((session) => (
              <tr key={session.id}>
                <td data-label={words.operator}>{session.operator}</td>
                <td data-label={words.role}>{shellWords().roles[session.role]}</td>
                <td data-label={words.begun}>{formatTime(session.begun_at)}</td>
                <td data-label={words.seen}>{formatTime(session.last_seen_at)}</td>
                <td data-label={words.network} class="mono">
                  {session.network}
                </td>
                <td class="end">
                  {session.id === consoleState.value?.operator?.session_id ? (
                    <span class="quiet small">{words.own}</span>
                  ) : (
                    <button
                      type="button"
                      class="button small danger"
                      aria-label={`${words.end}: ${session.operator}, ${formatTime(session.begun_at)}`}
                      onClick={() => void end(session.id)}
                    >
                      {words.end}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {consoleState.value?.operator?.by_provider === false && <PasskeysCard onRemoved={() => void load()} />}
    </>
  );
}
