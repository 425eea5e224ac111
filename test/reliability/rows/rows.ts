// Every promise of the service, in the order of the page.

import type { Row } from '../row.ts';
import { allDown, fraudRegistryDown, hostileBureau, oneBureau } from './bureaus.ts';
import { framing, keyGuessing, malformedInput, slowClients } from './clients.ts';
import { clockJumps } from './clock-jumps.ts';
import { damagedRegistry, diskTrouble } from './files.ts';
import { backgroundWork, erasure, history } from './history.ts';
import { kills } from './kills.ts';
import { idempotencyRace, limits } from './once.ts';
import { overloadBySources, overloadOfProcessor } from './overload.ts';
import { powerLoss } from './power-loss.ts';
import { readiness } from './readiness.ts';
import { restart } from './restart.ts';
import { secrecy } from './secrecy.ts';
import { stalledProcess } from './stalled.ts';
import { steadyCnpj, steadyCpf } from './steady.ts';
import { trace } from './trace.ts';

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
  erasure,
  damagedRegistry,
  clockJumps,
  malformedInput,
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
];
