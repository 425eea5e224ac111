// Circles of imports, between files and between the rooms of a folder.

import type { ImportGraph } from './read-code.ts';

export function findCycles(edges: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const seenAt = path.indexOf(file);
    if (seenAt >= 0) cycles.push([...path.slice(seenAt), file]);
    if (seenAt >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of edges.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return cycles;
}

/** Groups the direct contents of a folder, both files and folders, into a graph of their imports. */
export function toRooms(folder: string, edges: ImportGraph): ImportGraph {
  const roomOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/', 1)[0] : undefined;
  const rooms = new Map<string, string[]>();
  for (const [file, targets] of edges) {
    const room = roomOf(file);
    if (room === undefined) continue;
    const others = targets.map(roomOf).filter((other) => other !== undefined && other !== room) as string[];
    rooms.set(room, [...(rooms.get(room) ?? []), ...others]);
  }
  return rooms;
}
