// Why the database did not do what it was asked: which refusals are an outage, and how far that outage reaches.

import pg from 'pg';
import { StoreUnavailableError } from '../../errors.ts';

/**
 * The reach states how much a fault affects. `server`: the server will answer no process. `session`: only this connection, or the one being opened,
 * is lost. `statement`: only the statement is lost.
 */
export type FaultReach = 'server' | 'session' | 'statement';

/** The server cannot be reached, does not answer in time, takes no writes, or refuses. `code` is for the log; a command or a start ends with the sentence. */
export class UnreachableError extends StoreUnavailableError {
  readonly reach: FaultReach;
  constructor(code: string, reach: FaultReach = 'server') {
    super(`The database in store cannot be reached (${code}). Check that it runs, and the address in store.`, code);
    this.name = 'UnreachableError';
    this.reach = reach;
  }
}

/**
 * SQLSTATEs that say something about our own statement or its values: data (22), constraints (23), what our triggers raise (P0),
 * cardinality (21), what is not supported (0A) and the language (42). A right that was taken away (42501) and a table that is gone (42P01)
 * are none of these: the database was changed under a running service.
 */
const ownMistakes = /^(?:22|23|P0|21|0A|42(?!501|P01))/;
/** Crashed, starting up, or read-only because another server has taken over. */
const ofServer = /^(?:57P0[23]|25006)/;
/** The connection is over, or was never made: terminated, idle for too long, password, database, no room for another one. */
const ofSession = /^(?:08|57P0[145]|25P03|28|3D|53300)/;

/**
 * What says something about our own statement stays as it is; its `code` is an SQLSTATE. All else is an outage. `ofWay` is how far
 * one reaches that the server did not tell of.
 */
export function toStoreFault(error: unknown, ofWay: FaultReach): unknown {
  if (error instanceof UnreachableError) return error;
  if (!(error instanceof pg.DatabaseError)) {
    const { code } = error as { readonly code?: unknown };
    return new UnreachableError(typeof code === 'string' ? code : 'CONNECTION', ofWay);
  }
  const code = error.code ?? 'CONNECTION';
  if (ownMistakes.test(code)) return error;
  return new UnreachableError(code, ofServer.test(code) ? 'server' : ofSession.test(code) ? 'session' : 'statement');
}

/** A database without this version's tables, or without rights in them: the look at its schema says so. */
const withoutTables = ['42P01', '3F000', '42501'];

export function undefinedWithoutTables(error: unknown): undefined {
  if (error instanceof UnreachableError && withoutTables.includes(error.code)) return undefined;
  throw error;
}

/** The fault states why a statement failed. The value is null if the cause was not the database. */
export type StatementFault = 'unreachable' | 'refused';

export function findStatementFault(error: unknown): StatementFault | null {
  if (error instanceof UnreachableError) return error.reach === 'statement' ? 'refused' : 'unreachable';
  return error instanceof pg.DatabaseError ? 'refused' : null;
}
