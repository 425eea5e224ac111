// What an administrator can do with the registry. Nothing happens before a confirmation that says what will.

import { useState } from 'preact/hooks';
import { Confirm } from '../design/confirm.tsx';
import { Choice } from '../design/fields/choice.tsx';
import { formatBytes, formatDay, formatMonth, formatNumber } from '../words/format.ts';
import type { Act, Registry } from './view.ts';
import { registryWords } from './words.ts';

interface ActsProps {
  readonly registry: Registry;
  readonly isBusy: boolean;
  readonly onAct: (act: Act) => void;
}

export function Acts({ registry, isBusy, onAct }: ActsProps) {
  const words = registryWords();
  const { live, previous, folders } = registry;
  const [asking, setAsking] = useState<'import' | 'update' | 'rollback'>();
  const [chosen, setChosen] = useState<string>();
  const folder = folders.find(({ name }) => name === chosen) ?? folders[0];
  const confirm = (act: Act) => () => {
    setAsking(undefined);
    onAct(act);
  };
  const cancel = () => setAsking(undefined);
  const canGoBack = live !== null && previous !== null && previous.problem === null;
  return (
    <div class="registry-acts no-print">
      <section class="card stack">
        <div class="stack tight">
          <h2>{words.updateTitle}</h2>
          <p class="quiet">{words.updateLead}</p>
        </div>
        <p>
          <button type="button" class="button first" disabled={isBusy} onClick={() => setAsking('update')}>
            {words.update}
          </button>
        </p>
      </section>
      <section class="card stack">
        <div class="stack tight">
          <h2>{words.importTitle}</h2>
          <p class="quiet">{words.importLead}</p>
        </div>
        {folder === undefined ? (
          <p class="small quiet">
            {words.noFolders} <code>downloads/2026-11</code>
          </p>
        ) : (
          <>
            <Choice
              label={words.folder}
              value={folder.name}
              options={folders.map(({ name, files, bytes }) => [
                name,
                words.folderOf(name, formatNumber(files), formatBytes(bytes)),
              ])}
              onValue={setChosen}
            />
            <p>
              <button type="button" class="button" disabled={isBusy} onClick={() => setAsking('import')}>
                {words.import}
              </button>
            </p>
          </>
        )}
      </section>
      <section class="card stack">
        <div class="stack tight">
          <h2>{words.rollbackTitle}</h2>
          <p class="quiet">{words.rollbackLead}</p>
        </div>
        <p>
          <button
            type="button"
            class="button danger"
            disabled={isBusy || !canGoBack}
            onClick={() => setAsking('rollback')}
          >
            {words.rollback}
          </button>
        </p>
      </section>
      {asking === 'update' && (
        <Confirm
          title={words.updateConfirm}
          act={words.update}
          isBusy={isBusy}
          onCancel={cancel}
          onConfirm={confirm({ kind: 'update', force: [] })}
        >
          <p>{words.updateWhat}</p>
          <p class="quiet">{words.servesOn}</p>
        </Confirm>
      )}
      {asking === 'import' && folder !== undefined && (
        <Confirm
          title={words.importConfirm(folder.name)}
          act={words.import}
          isBusy={isBusy}
          onCancel={cancel}
          onConfirm={confirm({ kind: 'import', folder: folder.name, force: [] })}
        >
          <p>{words.importWhat(formatNumber(folder.files), formatBytes(folder.bytes))}</p>
          <p class="quiet">{words.servesOn}</p>
        </Confirm>
      )}
      {asking === 'rollback' && live !== null && previous !== null && (
        <Confirm
          title={words.rollbackConfirm(toMonth(previous.data_as_of))}
          act={words.rollback}
          isDanger
          isBusy={isBusy}
          onCancel={cancel}
          onConfirm={confirm({ kind: 'rollback', from: live.id, to: previous.id })}
        >
          <p>
            {words.rollbackWhat({
              from: formatDayOrDash(live.data_as_of),
              to: formatDayOrDash(previous.data_as_of),
              companiesFrom: formatNumber(live.companies ?? 0),
              companiesTo: formatNumber(previous.companies ?? 0),
            })}
          </p>
          <ul class="registry-steps">
            {words.rollbackThen.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </div>
  );
}

function formatDayOrDash(day: string | null): string {
  return day === null ? '–' : formatDay(day);
}

function toMonth(day: string | null): string {
  return day === null ? '–' : formatMonth(day.slice(0, 7), 'long');
}
