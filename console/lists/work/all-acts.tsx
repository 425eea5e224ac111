// What an administrator can do with all lists: update them, and add one of the operator's own.

import { useState } from 'preact/hooks';
import { Confirm } from '../../design/confirm.tsx';
import type { Acting } from './acts.ts';
import { ImportDialog } from './import-dialog.tsx';
import { workWords } from './words.ts';

export function UpdateAll({ isAdmin, isBusy, onAct }: Acting) {
  const words = workWords();
  const [isAsking, setAsking] = useState(false);
  if (!isAdmin) return <p class="small quiet">{words.onlyAdmins}</p>;
  return (
    <p>
      <button type="button" class="button first" disabled={isBusy} onClick={() => setAsking(true)}>
        {words.updateAll}
      </button>
      {isAsking && (
        <Confirm
          title={words.updateAllTitle}
          act={words.update}
          isBusy={isBusy}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onAct({ kind: 'update', list: null, force: [] });
          }}
        >
          <p>{words.updateAllWhat}</p>
        </Confirm>
      )}
    </p>
  );
}

export function ImportOwn({ isAdmin, isBusy, onAct }: Acting) {
  const words = workWords();
  const [isAsking, setAsking] = useState(false);
  if (!isAdmin) return null;
  return (
    <div>
      <button type="button" class="button" disabled={isBusy} onClick={() => setAsking(true)}>
        {words.importOwn}
      </button>
      {isAsking && <ImportDialog isBusy={isBusy} onAct={onAct} onClose={() => setAsking(false)} />}
    </div>
  );
}
