// A description and the profile that it builds on: merged into one, each key still known by the file in which it stands.

import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isMapping, type KeyPath, readYamlFile, type YamlFile } from '../../yaml-file.ts';

export interface MergedDescription {
  readonly value: unknown;
  /** The file and line of a key of the merged description. */
  findPlace(path: KeyPath): { readonly file: string; readonly line: number };
}

/** `own` is the description of the party `name` in the operator's file. A profile that cannot be used is a fault there. */
export function mergeProfile(
  main: YamlFile,
  name: string,
  own: unknown,
  fault: (problem: string) => void,
): MergedDescription {
  const value = withAbsolutePaths(own, main.file);
  const profile = isMapping(value) ? readProfile(main, value['profile'], fault) : undefined;
  return {
    value: profile === undefined ? value : merge(withAbsolutePaths(profile.value, profile.file), value),
    findPlace(path) {
      const inMain = main.findPlace(['sources', name, ...path]);
      const inProfile = profile?.findPlace(path);
      // The file that holds the key, or most of the way to it; the operator's own where both do.
      const isInProfile = inProfile !== undefined && inProfile.depth > inMain.depth - 2;
      return isInProfile && profile
        ? { file: profile.file, line: inProfile.line }
        : { file: main.file, line: inMain.line };
    },
  };
}

function readProfile(main: YamlFile, named: unknown, fault: (problem: string) => void): YamlFile | undefined {
  if (typeof named !== 'string') return undefined;
  const profile = tryRead(isAbsolute(named) ? named : join(dirname(main.file), named));
  if (profile === undefined) fault('the profile cannot be read');
  else if (profile.error !== undefined) fault(`line ${profile.error.line} of the profile: ${profile.error.problem}`);
  else if (!isMapping(profile.value)) fault('the profile is not a mapping of keys');
  else if (Object.hasOwn(profile.value, 'profile')) fault('a profile cannot name another profile');
  else return profile;
  return undefined;
}

function tryRead(file: string): YamlFile | undefined {
  try {
    return readYamlFile(file);
  } catch {
    return undefined;
  }
}

/** Own keys win, mappings are merged key by key, lists are replaced. Authentication of another kind replaces the profile's. */
function merge(base: unknown, own: unknown, key = ''): unknown {
  if (!isMapping(base) || !isMapping(own)) return own;
  if (key === 'auth' && own['kind'] !== undefined && own['kind'] !== base['kind']) return own;
  const keys = new Set([...Object.keys(base), ...Object.keys(own)]);
  return Object.fromEntries(
    [...keys].map((each) => [each, Object.hasOwn(own, each) ? merge(base[each], own[each], each) : base[each]]),
  );
}

/** Paths are written relative to the file in which they stand. */
function withAbsolutePaths(source: unknown, file: string): unknown {
  const visit = (node: unknown): unknown => {
    if (!isMapping(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const isPath = typeof value === 'string' && value !== '' && (key === 'file' || key.endsWith('_file'));
        return [key, isPath ? resolve(dirname(file), value) : visit(value)];
      }),
    );
  };
  if (!isMapping(source)) return source;
  const parts = ['auth', 'tls', 'secrets', 'xml_signature'].filter((part) => Object.hasOwn(source, part));
  const visited = { ...source, ...Object.fromEntries(parts.map((part) => [part, visit(source[part])])) };
  const { async: later } = source;
  // Not the rest of it: a request may have a field that is called so.
  if (!isMapping(later) || later['callback'] === undefined) return visited;
  return { ...visited, async: { ...later, callback: visit(later['callback']) } };
}
