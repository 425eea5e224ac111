// Where the ledger of erasures lies.

import { join } from 'node:path';
import { ledgerName } from '../../../app/privacy/ledger.ts';
import type { Config } from '../../../config.ts';
import { createLedgerFile, type LedgerFile } from '../../../stores/erasure/ledger.file.ts';

export const ledgerSealPurpose = 'erasure-ledger';

export function openLedger(config: Config): LedgerFile {
  return createLedgerFile(config['privacy.ledger'] ?? join(config.secrets_dir, ledgerName));
}
