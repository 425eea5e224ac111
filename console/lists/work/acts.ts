// What an administrator can ask for on lists, and how it is asked.

import { signal } from '@preact/signals';
import type { ConsoleBody, ConsoleFileForm } from '../../../src/http/console/contract.ts';
import { call } from '../../api/client.ts';
import { upload } from '../../api/upload.ts';
import { whenOtherOperator } from '../../shell/owned.ts';
import type { Lists } from '../view.ts';

export type Act =
  | ({ readonly kind: 'update' } & ConsoleBody<'POST lists-update'>)
  | ({ readonly kind: 'rollback' } & ConsoleBody<'POST list-rollback'>)
  | { readonly kind: 'import'; readonly form: ConsoleFileForm<'list-import'>; readonly file: File }
  | { readonly kind: 'stop' };

/** Every part that performs actions receives these properties. */
export interface Acting {
  readonly isAdmin: boolean;
  /** While something is under way nothing else begins. */
  readonly isBusy: boolean;
  readonly onAct: (act: Act) => void;
}

export interface Sent {
  readonly list: string;
  readonly file: File;
  readonly asOf: string;
}

/** The last file, so that who overrides a refusal need not look for it again. In this page's memory alone. */
export const lastSent = signal<Sent | undefined>(undefined);
/** The signal holds the progress of the file that the browser is uploading. */
export const sending = signal<{ readonly bytes: number; readonly sent: number; stop(): void } | undefined>(undefined);

whenOtherOperator(() => {
  lastSent.value = undefined;
});

/** Performs an action and returns the lists as they stand afterwards. */
export async function perform(act: Act): Promise<Lists> {
  switch (act.kind) {
    case 'update':
      return call('POST lists-update', { list: act.list, force: act.force });
    case 'rollback':
      return call('POST list-rollback', { list: act.list, from: act.from, to: act.to });
    case 'import':
      return sendListFile(act.form, act.file);
    case 'stop':
      await call('POST lists-stop');
      return call('GET lists');
  }
}

async function sendListFile(form: ConsoleFileForm<'list-import'>, file: File): Promise<Lists> {
  const stop = new AbortController();
  const tell = (sent: number) => {
    sending.value = { bytes: file.size, sent, stop: () => stop.abort() };
  };
  tell(0);
  try {
    return await upload('list-import', form, file, { onSent: tell, signal: stop.signal });
  } catch (thrown) {
    if (stop.signal.aborted) return call('GET lists');
    throw thrown;
  } finally {
    sending.value = undefined;
  }
}
