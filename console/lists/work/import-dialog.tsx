// Asks for the file of a list: of one that is there, of a new one of the operator's own, or once more where it was refused.

import { useState } from 'preact/hooks';
import { Judgements, toForce } from '../../datasets/judgements.tsx';
import { jobWords } from '../../datasets/words.ts';
import { Confirm } from '../../design/confirm.tsx';
import { DayField } from '../../design/fields/day-field.tsx';
import { findTypedDay, readDay } from '../../design/fields/number.ts';
import { TextField } from '../../design/fields/text-field.tsx';
import { Field } from '../../design/parts.tsx';
import type { Result } from '../view.ts';
import { type Acting, lastSent, type Sent } from './acts.ts';
import { workWords } from './words.ts';

interface ImportDialogProps extends Pick<Acting, 'isBusy' | 'onAct'> {
  /** The value is undefined for a new list of the operator's own, and so is its name. */
  readonly list?: string;
  readonly name?: string;
  /** `judgements` lists the judgements that the operator overrides. */
  readonly judgements?: Result['judgements'];
  /** The file that was refused. */
  readonly sent?: Sent | undefined;
  readonly onClose: () => void;
}

const ownName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function ImportDialog({ list, name, judgements = [], sent, isBusy, onAct, onClose }: ImportDialogProps) {
  const words = workWords();
  const [file, setFile] = useState<File | undefined>(sent?.file);
  const [asOf, setAsOf] = useState(sent?.asOf ?? '');
  const [typed, setTyped] = useState('');
  const isOwn = list === undefined || list.startsWith('own-');
  const target = list ?? (ownName.test(typed) ? `own-${typed}` : undefined);
  const isReady = file !== undefined && target !== undefined && readDay(asOf) !== undefined;
  const isForced = judgements.length > 0;
  const send = () => {
    if (file === undefined || target === undefined) return;
    lastSent.value = { list: target, file, asOf };
    onClose();
    onAct({
      kind: 'import',
      file,
      form: {
        list: target,
        file_name: file.name.slice(-255),
        as_of: findTypedDay(asOf) ?? null,
        force: toForce({ judgements }),
      },
    });
  };
  return (
    <Confirm
      title={name === undefined ? words.importOwnTitle : isForced ? words.forceTitle(name) : words.importTitle(name)}
      act={isForced ? jobWords().forceAct : words.importAct}
      isDanger={isForced}
      isBusy={isBusy || !isReady}
      onCancel={onClose}
      onConfirm={send}
    >
      <p>{isForced ? jobWords().forceLead : words.importWhat}</p>
      {isForced && <Judgements judgements={judgements} isNamed />}
      {list === undefined && (
        <TextField
          label={words.ownName}
          hint={words.ownNameHint}
          fault={typed === '' || target !== undefined ? undefined : words.ownNameWrong}
          autofocus
          value={typed}
          maxLength={40}
          autocapitalize="none"
          onValue={(name) => setTyped(name.trim())}
        />
      )}
      <Field
        label={words.file}
        hint={
          file === undefined || file !== sent?.file ? (isOwn ? words.ownHint : words.fileHint) : words.again(file.name)
        }
      >
        {(ties) => (
          <input
            {...ties}
            type="file"
            autofocus={list !== undefined && !isForced}
            accept=".csv,.txt,.json,.xml,.zip"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? sent?.file)}
          />
        )}
      </Field>
      {!isOwn && <DayField label={words.asOf} isOptional hint={words.asOfHint} value={asOf} onValue={setAsOf} />}
      {isForced && <p class="small quiet">{jobWords().forceAudit}</p>}
    </Confirm>
  );
}
