// Every promise of the service, in the order of the page.

import type { Row } from './row.ts';
import { allDown, fraudRegistryDown, hostileBureau, oneBureau } from './rows/bureaus.ts';
import { framing, keyGuessing, malformedInput, slowClients } from './rows/clients.ts';
import { clockJumps } from './rows/clock-jumps.ts';
import { damagedRegistry, diskTrouble, hostileFiles } from './rows/files.ts';
import { backgroundWork, damagedRows, erasure, history } from './rows/history.ts';
import { kills } from './rows/kills.ts';
import { idempotencyRace, limits } from './rows/once.ts';
import { overloadBySources, overloadOfProcessor } from './rows/overload.ts';
import { powerLoss } from './rows/power-loss.ts';
import { provenRows } from './rows/proven-rows.ts';
import { readiness } from './rows/readiness.ts';
import { restart } from './rows/restart.ts';
import { retention } from './rows/retention.ts';
import { secrecy } from './rows/secrecy.ts';
import { foreignInstallation, storeComesBack } from './rows/shared-store.ts';
import { stalledProcess } from './rows/stalled.ts';
import { steadyCnpj, steadyCpf } from './rows/steady.ts';
import { trace } from './rows/trace.ts';

export const rows: readonly Row[] = [
  steadyCpf,
  steadyCnpj,
  overloadBySources,
  overloadOfProcessor,
  oneBureau,
  fraudRegistryDown,
  allDown,
  hostileBureau,
  kills,
  powerLoss,
  diskTrouble,
  trace,
  history,
  provenRows,
  erasure,
  damagedRegistry,
  damagedRows,
  clockJumps,
  retention,
  malformedInput,
  hostileFiles,
  slowClients,
  framing,
  keyGuessing,
  secrecy,
  restart,
  stalledProcess,
  backgroundWork,
  readiness,
  idempotencyRace,
  limits,
  foreignInstallation,
  storeComesBack,
];
