// Checks the section `checks` of confere.yaml against the parties that the same file describes: every fault with its line.

import type { Values } from '../../domain/checks/condition.ts';
import { type FindPurposes, parseChecks } from '../../domain/checks/parse-checks.ts';
import type { Plan } from '../../domain/checks/plan.ts';
import type { PlanSources } from '../../domain/checks/topics.ts';
import { sourceRoles } from '../../domain/person/evidence.ts';
import type { SignalDeclaration } from '../../domain/risk/signal.ts';
import { isMapping } from '../../yaml-file.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckedPersonParty } from './checked-party.ts';

/** `names`: of all parties about people, also of those whose description has faults of its own. */
interface PlanParties {
  readonly names: readonly string[];
  readonly people: readonly CheckedPersonParty[];
  readonly findPurposes: FindPurposes | undefined;
}

export function checkPlan(
  file: unknown,
  { names, people, findPurposes }: PlanParties,
  fault: CheckContext['fault'],
): Plan | undefined {
  const raw = isMapping(file) ? file['checks'] : undefined;
  if (raw === undefined) return undefined;
  const parsed = parseChecks(raw, toPlanSources(names, people), findPurposes);
  if (parsed.kind === 'valid') return parsed.plan;
  for (const { path, problem } of parsed.faults) fault(['checks', ...path], problem);
  return undefined;
}

/** Treats an unreadable party as having any role. The fault appears once, at its own place. */
function toPlanSources(names: readonly string[], people: readonly CheckedPersonParty[]): PlanSources {
  return Object.fromEntries(
    names.map((name) => {
      const party = people.find((each) => each.name === name);
      const { roles = sourceRoles, signals = [] } = party ?? {};
      const values = signals.map(({ name: signal, declaration }) => [signal, toValues(declaration)]);
      const answersLater = party === undefined || party.later !== undefined;
      return [name, { roles, signals: Object.fromEntries(values), answersLater, isUnread: party === undefined }];
    }),
  );
}

function toValues(declaration: SignalDeclaration): Values {
  switch (declaration.kind) {
    case 'boolean':
      return { kind: 'words', words: ['true', 'false'] };
    case 'integer':
      return { kind: 'band', from: declaration.min, to: declaration.max };
    case 'word':
      return { kind: 'words', words: declaration.words };
  }
}
