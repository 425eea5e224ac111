// How many of something each client network has now. A network that has none takes no room.

export interface NetworkCounts {
  of(network: string): number;
  add(network: string): void;
  remove(network: string): void;
}

export function createNetworkCounts(): NetworkCounts {
  const counts = new Map<string, number>();
  const of = (network: string) => counts.get(network) ?? 0;
  return {
    of,
    add: (network) => {
      counts.set(network, of(network) + 1);
    },
    remove: (network) => {
      const left = of(network) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    },
  };
}
