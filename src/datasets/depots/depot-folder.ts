// A folder inside a depot as a depot of its own: several datasets share one place. Whoever opened the place closes it.

import type { Depot, WritableDepot } from './depot.ts';

export function toDepotFolder(depot: Depot, folder: string): Depot {
  return {
    address: `${depot.address.replace(/(?<!\/)\/+$/, '')}/${folder}`,
    read: (name, bytesMax, signal) => depot.read(`${folder}/${name}`, bytesMax, signal),
    close: async () => {},
  };
}

export function toWritableFolder(depot: WritableDepot, folder: string): WritableDepot {
  return {
    ...toDepotFolder(depot, folder),
    has: (name, bytes, signal) => depot.has(`${folder}/${name}`, bytes, signal),
    write: (name, content, signal) => depot.write(`${folder}/${name}`, content, signal),
    async list(prefix, signal) {
      const found = await depot.list(`${folder}/${prefix}`, signal);
      return found.map((object) => ({ ...object, name: object.name.slice(folder.length + 1) }));
    },
    remove: (name, signal) => depot.remove(`${folder}/${name}`, signal),
  };
}
