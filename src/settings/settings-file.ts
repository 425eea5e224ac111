// The YAML file of the settings: every value with its line, every fault in words.

import { isMapping, type KeyPath, parseYaml } from '../yaml-file.ts';
import { settings } from './settings.ts';
import { suggest } from './suggest.ts';

export interface SettingsFile {
  readonly path: string;
  readonly text: string;
}

/** Sections of the file that are read by the part that owns them. */
const foreignSections: readonly string[] = ['sources', 'checks', 'key_budgets'];

export interface FileValue {
  readonly raw: unknown;
  readonly line: number;
}

export function readSettingsOfFile(file: SettingsFile, faults: string[]): Map<string, FileValue> {
  const found = new Map<string, FileValue>();
  const yaml = parseYaml(file.path, file.text);
  if (yaml.error !== undefined) faults.push(`${file.path}:${yaml.error.line}: ${yaml.error.problem}`);
  if ((yaml.value ?? null) === null) return found;
  if (!isMapping(yaml.value)) {
    faults.push(`${file.path}: must be a mapping of settings`);
    return found;
  }
  const walk = (section: Readonly<Record<string, unknown>>, above: KeyPath): void => {
    for (const [key, raw] of Object.entries(section)) {
      const path = [...above, key];
      const name = path.join('.');
      const { line } = yaml.findPlace(path);
      if (above.length === 0 && foreignSections.includes(name)) continue;
      if (Object.hasOwn(settings, name)) found.set(name, { raw, line });
      else if (isMapping(raw) && isSection(name)) walk(raw, path);
      else faults.push(`${file.path}:${line}: ${name}: unknown setting${suggest(name, Object.keys(settings))}`);
    }
  };
  walk(yaml.value, []);
  return found;
}

function isSection(name: string): boolean {
  return Object.keys(settings).some((setting) => setting.startsWith(`${name}.`));
}
