// What one line of the table of everything that Confere keeps says. A new store is described here once: its rights, its move between engines,
// its checksums and seals, its times, and what a person, an operator and SECURITY.md are told of it follow from that.

import type { Bilingual } from '../../errors.ts';

export type Stores = Readonly<Record<string, Store>>;

export interface Store {
  readonly what: Bilingual;
  readonly where: Bilingual;
  readonly form: Bilingual;
  readonly until: Bilingual;
  /** The text says how `privacy erase` affects the store. */
  readonly onErase: Bilingual;
  /** A store sets `personal` if it holds data of people who were asked about. `compose` does not compile without a place for each of them. */
  readonly personal?: Personal;
  /** The record lists tables by their names in the databases. `audit.db:` stands before a table of the audit's own file. */
  readonly tables: Readonly<Record<string, Table>>;
}

interface Personal {
  /** The texts tell the reader of the report what the data is and until when it stays. */
  readonly report: readonly [what: string, until: string];
  /** A command uses these texts for one erased item and for many. */
  readonly erased: readonly [one: string, many: string];
  /** A command shows this text while it searches. */
  readonly searching: string;
}

export interface Table {
  /** The one engine that has it; both have it unless told otherwise. */
  readonly in?: 'sqlite' | 'postgres';
  /** These columns identify a row. The key of a row with a checksum reveals nothing about a person. */
  readonly key?: readonly string[];
  /** The columns that the checksum of a row covers: rows of this table decide something. */
  readonly proven?: readonly string[];
  /** The other columns that move. */
  readonly columns?: readonly string[];
  /** The condition selects the rows that count when all of them are read; without it all rows count. */
  readonly where?: string;
  readonly sealed?: SealedColumn;
  /** The role of the service has these rights in PostgreSQL. The default rights are to read, add, change and delete. */
  readonly rights?: string;
  /** In so many tables its rows lie in PostgreSQL, by when they expire. */
  readonly windows?: number;
  /** `moved` states how the rows move from one engine to the other, or why they stay. */
  readonly moved: Moved | string;
  /** Tells whether an erasure replaces or deletes rows. By default it does so if the store holds personal data. */
  readonly isErased?: boolean;
  /** By which setting its rows go, and which column says when. */
  readonly keptFor?: KeptFor;
  /** `reconciled` states what an operator does about a row that disagrees with the audit. */
  readonly reconciled?: { readonly gone: string; readonly putBack: string };
}

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

export interface SealedColumn {
  readonly column: string;
  readonly purpose: string;
  /** Returns the place to which the seal is bound. */
  readonly place: (row: Row) => string;
  /** `named` lists the columns that name a damaged row. The default is the key. */
  readonly named?: readonly string[];
  /** Marks rows that vanish after a day. No examination looks for damage in them. */
  readonly isPassing?: boolean;
}

export interface Moved {
  /** Commands name the part this way. Tables of one part move together, in the order of this table. */
  readonly part: string;
  /** Row by row unless told otherwise. */
  readonly how?: 'in pieces' | 'added up' | 'numbered anew';
  /** If the table holds pieces of a thing that moves in pieces, `pieceOf` names the column that identifies the thing. */
  readonly pieceOf?: string;
  /** Marks a table that does not give its part its name. */
  readonly isBeside?: boolean;
  /** `where` selects the rows that move. Both engines understand this condition. */
  readonly where?: string;
  /** `counted` selects the rows that a command reports before a move. The default is all of them. */
  readonly counted?: string;
  /** Columns that PostgreSQL keeps apart, in parts that are added up. */
  readonly counts?: { readonly table: string; readonly owner: string; readonly columns: readonly string[] };
  /** Columns that need not move, and why. */
  readonly stays?: Readonly<Record<string, string>>;
}

interface KeptFor {
  readonly as: string;
  readonly setting: string;
  /** The column that says when a row goes. */
  readonly until?: string;
  /** The column that says since when it is there: it goes so many days of the setting later. */
  readonly since?: string;
}

const database = { en: '`confere.db`, or the database in `store`', pt: '`confere.db`, ou o banco em `store`' };
const audit = { en: '`audit.db`, or the database in `store`', pt: '`audit.db`, ou o banco em `store`' };

export const inDatabase = { where: database };
export const inAudit = { where: audit };
export const sealed: Bilingual = { en: 'sealed (AES-256-GCM)', pt: 'cifrado (AES-256-GCM)' };
export const nobody: Bilingual = {
  en: 'nothing: it holds nothing about the people in verifications',
  pt: 'nada: não contém dados das pessoas consultadas',
};
export const forGood = {
  until: { en: 'as long as the installation exists', pt: 'enquanto existir a instalação' },
  onErase: nobody,
};

export const addOnly = 'SELECT, INSERT';
export const keepOnly = 'SELECT, INSERT, UPDATE';
export const takenIn = 'what is still being taken in stays behind, and nobody else has an owner';
export const ofItself =
  'marks of the database itself: what of them counts elsewhere (erasures, generations) is set there anew';
