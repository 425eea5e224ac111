// Holds the code of a tree against the rules of its boundaries. Each fault is a line for a reader.

import { join, relative } from 'node:path';
import { findCycles, toRooms } from './cycles.ts';
import { type CodeFile, type ImportGraph, readCode } from './read-code.ts';

interface Owned {
  readonly pattern: RegExp;
  /** Files, or folders with a slash at their end. */
  readonly owners: readonly string[];
  readonly instead: string;
}

export interface Rules {
  /** Folder or file under src/ -> what it may import under src/, separated by blanks. A more specific entry wins; every part may import itself. */
  readonly mayImport: Readonly<Record<string, string>>;
  /** The code outside the owner may not touch these things. Tests and the folders outside src/ are free. */
  readonly owned: readonly Owned[];
  /** A reader meets the rooms of these folders in one order: no two rooms import each other, directly or indirectly. */
  readonly orderedFolders: readonly string[];
  /** Folders with all their rooms, lowest first: each room may use those before it. Files at the top are in no room. */
  readonly lowestFirst: readonly { readonly folder: string; readonly rooms: readonly string[] }[];
  /** The files of the service that are compiled into what callers install. */
  readonly clientMayImport: readonly string[];
  /** These files talk to a running service in the same way as callers. */
  readonly mayUseClient: readonly string[];
  /** The rooms of the console, lowest first: each may use itself and those before it. Files at the top put the screens together. */
  readonly consoleRooms: readonly string[];
  /** The rooms of what helps the tests. What stands at the top serves all of them and knows none. */
  readonly supportMayImport: Readonly<Record<string, readonly string[]>>;
}

const clientPackage = '../packages/client/src/index.ts';
const consoleTypes = 'src/http/console/contract.ts';

export interface Examined {
  readonly faults: readonly string[];
  /** `files` counts the files of src/ that were checked against the rules. */
  readonly files: number;
}

export function findFaults(root: string, rules: Rules): Examined {
  const graph: ImportGraph = new Map();
  const service = readCode(join(root, 'src'));
  for (const { file, isTest, imports } of service) graph.set(file, isTest ? [] : imports);
  const client = readCode(join(root, 'packages/client/src'), 'packages/client/src/').filter(({ isTest }) => !isTest);
  for (const { file, imports } of client)
    graph.set(
      file,
      imports.map((target) => target.replace(/^src\//, '')),
    );
  const screens = readCode(join(root, 'console'), 'console/').filter(
    ({ file, isTest }) => !isTest && !file.startsWith('console/dist'),
  );
  const support = readCode(join(root, 'test/support'), 'test/support/');
  for (const { file, imports } of [...screens, ...readCode(join(root, 'scripts'), 'scripts/'), ...support])
    graph.set(file, imports);
  const faults = [
    ...service.filter(({ isTest }) => !isTest).flatMap((code) => findServiceFaults(code, rules)),
    ...findEmptyRules(service, rules),
    ...client.flatMap((code) => findClientFaults(code, rules)),
    ...screens.flatMap((code) => findConsoleFaults(code, rules)),
    ...support.flatMap((code) => findSupportFaults(code, rules)),
    ...rules.lowestFirst.flatMap((order) => findUpwards(order, graph)),
    ...findCycles(graph).map((cycle) => `import cycle: ${cycle.join(' -> ')}`),
    ...rules.orderedFolders.flatMap((folder) =>
      findCycles(toRooms(folder, graph)).map((cycle) => `rooms of src/${folder}: ${cycle.join(' -> ')}`),
    ),
  ];
  return { faults, files: service.length };
}

function findServiceFaults({ file, code, imports }: CodeFile, rules: Rules): string[] {
  const faults: string[] = [];
  const part = partOf(file, rules);
  if (part === undefined) faults.push(`src/${file} belongs to no part: add it to the rules`);
  for (const target of imports) {
    if (target === clientPackage && rules.mayUseClient.includes(file)) continue;
    if (target.startsWith('..')) faults.push(`src/${file} imports ${relative('.', target)}, outside src/`);
    else if (part !== undefined && !mayImport(part, target, rules))
      faults.push(`src/${file} may not import src/${target}`);
  }
  for (const { pattern, owners, instead } of rules.owned) {
    const isOwner = owners.some((owner) => (owner.endsWith('/') ? file.startsWith(owner) : file === owner));
    if (!isOwner && pattern.test(code)) faults.push(`src/${file} uses ${pattern.source}: ${instead}`);
  }
  return faults;
}

function partOf(file: string, rules: Rules): string | undefined {
  return Object.keys(rules.mayImport)
    .filter((part) => file === part || file.startsWith(`${part}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function mayImport(part: string, target: string, rules: Rules): boolean {
  // Who may throw an error may name its code.
  const allowed = (rules.mayImport[part] ?? '')
    .split(' ')
    .flatMap((rule) => (rule === 'errors.ts' ? [rule, 'error-codes.ts'] : rule));
  return [part, ...allowed].some((rule) => target === rule || target.startsWith(`${rule}/`));
}

function findEmptyRules(service: readonly CodeFile[], rules: Rules): string[] {
  return Object.keys(rules.mayImport)
    .filter((part) => !service.some(({ file }) => file === part || file.startsWith(`${part}/`)))
    .map((part) => `src/${part} has a rule and no file`);
}

function findUpwards({ folder, rooms }: Rules['lowestFirst'][number], graph: ImportGraph): string[] {
  const heightOf = (file: string) => {
    const [room, ...deeper] = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/') : [];
    return room === undefined || deeper.length === 0 ? undefined : rooms.indexOf(room);
  };
  return [...graph].flatMap(([file, imports]) => {
    const height = heightOf(file);
    if (height === undefined) return [];
    if (height < 0) return [`src/${file} is in no room: add it to the order`];
    return imports
      .filter((target) => (heightOf(target) ?? 0) > height)
      .map((target) => `src/${file} may not import src/${target}: that room is above`);
  });
}

function findClientFaults({ file, imports }: CodeFile, rules: Rules): string[] {
  return imports
    .filter((target) => !target.startsWith('packages/client/src/') && !rules.clientMayImport.includes(target))
    .map((target) => `${file} may not import ${target}: callers install only the numbers of the service`);
}

function findConsoleFaults({ file, code, imports }: CodeFile, rules: Rules): string[] {
  const [, first = '', ...deeper] = file.split('/');
  const height = deeper.length > 0 ? rules.consoleRooms.indexOf(first) : rules.consoleRooms.length;
  const isTypesAlone = !/import (?!type )[^;]*src\/http/.test(code);
  const isAllowed = (target: string) => {
    const [top, room = ''] = target.split('/');
    return (
      (top === 'console' && rules.consoleRooms.indexOf(room) <= height) ||
      target.startsWith('src/domain/') ||
      (target === consoleTypes && isTypesAlone)
    );
  };
  return [
    ...(height < 0 ? [`${file} is in no room: add it to the order`] : []),
    ...imports.filter((target) => !isAllowed(target)).map((target) => `${file} may not import ${target}`),
  ];
}

function findSupportFaults({ file, imports }: CodeFile, rules: Rules): string[] {
  const room = supportRoomOf(file);
  const isAllowed = (target: string) => {
    const other = supportRoomOf(target);
    return other === '' || other === room || rules.supportMayImport[room]?.includes(other);
  };
  return [
    ...(room !== '' && !Object.hasOwn(rules.supportMayImport, room) ? [`test/support/${room} is no room: add it`] : []),
    ...imports
      .filter((target) => target.startsWith('test/support/') && !isAllowed(target))
      .map((target) => `${file} may not import ${target}`),
  ];
}

function supportRoomOf(file: string): string {
  const [first = '', ...deeper] = file.slice('test/support/'.length).split('/');
  return deeper.length > 0 ? first : '';
}
