// The last end of each chain that this machine wrote, kept outside the data directory: who puts an older copy of the audit in place, or
// takes it away, cannot reach it there. A small file for each chain, overwritten in place; it only ever lags behind the audit.

import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ChainEnd } from '../../../app/audit/chain.ts';
import type { RememberedHead } from '../../../app/audit/proof/remembered-head.ts';
import { syncFile } from '../../../durable-files.ts';
import { ifThere } from '../../../errors.ts';

export interface RememberedHeads {
  list(): readonly RememberedHead[];
  find(chain: string): (ChainEnd & Pick<RememberedHead, 'heads'>) | undefined;
  /** `heads`: how many the chain has. `isDurable`: it outlives a power cut, too. Throws where it cannot be written. */
  remember(
    chain: string,
    end: ChainEnd,
    options: Pick<RememberedHead, 'heads'> & { readonly isDurable: boolean },
  ): void;
  /** Puts what is remembered aside, under a name with this mark; gives the function that puts it back. */
  setAside(mark: string): () => void;
  close(): void;
}

const format = 1;
const suffix = '.head.json';
/** All forms have one length: a shorter one leaves nothing of a longer one behind. */
const fileBytes = 512;

export function openRememberedHeads(folder: string): RememberedHeads {
  const files = new Map<string, number>();
  const toPath = (chain: string) => join(folder, `${chain}${suffix}`);

  function open(chain: string): number {
    const known = files.get(chain);
    if (known !== undefined) return known;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(toPath(chain), constants.O_WRONLY | constants.O_CREAT, 0o600);
    syncFile(folder);
    files.set(chain, file);
    return file;
  }

  function close(): void {
    for (const file of files.values()) closeSync(file);
    files.clear();
  }

  return {
    list: () => names(folder).flatMap((name) => read(join(folder, name)) ?? []),
    find(chain) {
      const found = read(toPath(chain));
      return found && { ...found, hash: Buffer.from(found.hash, 'hex') };
    },
    remember(chain, { sequence, hash }, { heads, isDurable }) {
      const file = open(chain);
      const text = JSON.stringify({ format, chain, sequence, hash: hash.toString('hex'), heads });
      writeSync(file, `${text.padEnd(fileBytes - 1)}\n`, 0);
      if (isDurable) fsyncSync(file);
    },
    setAside(mark) {
      close();
      const found = names(folder).map((name) => join(folder, name));
      for (const path of found) renameSync(path, `${path}.${mark}`);
      return () => {
        for (const path of found) renameSync(`${path}.${mark}`, path);
      };
    },
    close,
  };
}

function names(folder: string): readonly string[] {
  return (ifThere(() => readdirSync(folder)) ?? []).filter((name) => name.endsWith(suffix));
}

/** Returns undefined if there is no head. A file that was created and never written counts as none. */
function read(path: string): RememberedHead | undefined {
  const text = ifThere(() => readFileSync(path, 'utf8').trim()) ?? '';
  if (text === '') return undefined;
  try {
    const { chain, sequence, hash, heads } = JSON.parse(text) as RememberedHead;
    return { chain, sequence, hash, ...(heads !== undefined && { heads }) };
  } catch {
    throw Object.assign(new Error(`${path} is damaged`), { code: 'AUDIT_HEAD_DAMAGED' });
  }
}
