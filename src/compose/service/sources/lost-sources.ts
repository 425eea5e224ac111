// Compares the sources of new settings with those in force, before a running service takes the new ones up.

import { companyParty } from '../../../app/audit/entry.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { isMapping, parseYaml } from '../../../yaml-file.ts';

/** A file that was emptied by mistake must not disconnect all parties: no caller would be told more than that there are none. */
export function refuseLostSources(before: Config, after: Config): void {
  const [former, next] = [listDescribed(before), listDescribed(after)];
  const isLost = (isMeant: (name: string) => boolean) => former.some(isMeant) && !next.some(isMeant);
  if (!isLost(() => true) && !isLost((name) => name !== companyParty)) return;
  const lost = former.filter((name) => !next.includes(name)).join(', ');
  throw new OperatorError(
    `${after.file?.path} would disconnect all sources: ${lost}. Put them back and send SIGHUP again; to serve without them, stop and start the service.`,
  );
}

/** Lists the described sources. The service checks the descriptions when it connects the sources. */
function listDescribed({ file }: Config): readonly string[] {
  const { value } = file === null ? { value: null } : parseYaml(file.path, file.text);
  const section = isMapping(value) ? value['sources'] : null;
  return isMapping(section) ? Object.keys(section) : [];
}
