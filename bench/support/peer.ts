// Loads a package of bench/package.json by a name that the compiler does not follow: it is installed only where benchmarks run.

export function loadPeer<Package>(name: string): Promise<Package> {
  return import(name) as Promise<Package>;
}
