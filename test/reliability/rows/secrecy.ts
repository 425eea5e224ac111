// Planted CPFs, names and keys go through everything, and everything that is left behind is searched for them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canaryCpfs, canaryNames, findLeaks } from '../../support/canaries.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { confere } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import type { Row } from '../row.ts';
import { startStack } from '../stack.ts';

export const secrecy: Row = {
  id: 'personal-data',
  promise: 'personal data never leaks',
  test: 'canary CPFs, names and keys through every operation, error and outage, and through the whole test run',
  pass: '0 occurrences in logs, metrics, traces, errors, files: raw, formatted, base64, plain hash',
  suites: [{ file: 'test/http' }, { file: 'test/drift/canaries.test.ts' }],
  async drive(length, findings) {
    const stack = await startStack({ length });
    const outputs: string[] = [];
    for (const fault of ['none', 'refused', 'half_json', 'wrong_person'] as const) {
      for (const party of Object.values(parties)) await stack.simulator.set(party, { fault: { kind: fault } });
      for (const cpf of canaryCpfs) {
        for (const name of canaryNames) {
          await post(`${stack.service().address}/v1/verify/cpf?explain=true`, { cpf, name }, { key: stack.key });
        }
        const wrong = { cpf: cpf.slice(1), [cpf]: 1 };
        outputs.push(
          JSON.stringify((await post(`${stack.service().address}/v1/verify/cpf`, wrong, { key: stack.key })).body),
        );
        const nowhere = await fetch(`${stack.service().address}/v1/verify/${cpf}?cpf=${cpf}`, {
          headers: { authorization: `Bearer ${stack.key}`, 'x-request-id': cpf, 'user-agent': cpf },
        });
        outputs.push(await nowhere.text());
      }
    }
    const admin = /operators.*?(http:\/\/\S+)/i.exec(stack.service().output())?.[1];
    if (admin !== undefined) {
      for (const path of ['/metrics', '/status']) outputs.push(await (await fetch(new URL(path, admin))).text());
    }
    outputs.push((await confere(stack.home, 'audit', 'list', '--json')).stdout);
    await stack.service().stop();
    const folder = join(stack.home.directory, 'shown');
    mkdirSync(folder);
    writeFileSync(join(folder, 'outputs.txt'), outputs.join('\n'));
    const leaks = findLeaks(stack.home.directory);
    const examples = leaks.map(({ form, file }) => `${form} in ${file}`);
    findings.none(`canaries in ${outputs.length} outputs and all files`, leaks.length, { examples });
    findings.note(admin === undefined ? 'the operators’ listener was not found' : 'metrics and status included');
    await stack.close();
  },
};
