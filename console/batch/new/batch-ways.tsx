// Who is asked about the rows of a file, and what for.

import { consoleState } from '../../api/client.ts';
import { LivePurpose } from '../../ask/live-purpose.tsx';
import { Notice, Segments } from '../../design/parts.tsx';
import { batchWords } from '../words.ts';
import type { Found } from './chosen-file.ts';
import { chosenWay, purpose, type With, ways, withLists } from './draft.ts';

interface BatchWaysProps {
  readonly way: With;
  readonly found: Found;
}

export function BatchWays({ way: how, found }: BatchWaysProps) {
  const words = batchWords();
  const hasPeople = found.cpf !== undefined || found.document !== undefined;
  return (
    <div class="batch-ways">
      <Segments
        label={words.ask}
        names={ways}
        words={words.with}
        chosen={how}
        onChoose={(chosen) => {
          chosenWay.value = chosen;
        }}
        about={words.withAbout[how]}
      />
      {how === 'live' && <LivePurpose of={purpose} />}
      <label class="tick">
        <input
          type="checkbox"
          checked={withLists.value}
          onChange={({ currentTarget }) => {
            withLists.value = currentTarget.checked;
          }}
        />
        {words.withLists}
      </label>
      {how === 'live' && hasPeople && consoleState.value?.has_live_sources === false && (
        <Notice tone="warn">{words.noLive}</Notice>
      )}
    </div>
  );
}
