// Checks the signals that a party declares, and makes them ready for use.

import { isSignalName } from '../../domain/risk/signal.ts';
import type { DeclaredSignal } from '../answer/signal-mapping.ts';
import type { SignalDescription } from '../schema/mapping.ts';
import type { PersonPartyDescription } from '../schema/party.ts';
import { checkSilent, compileExpressionAt } from './check-answers.ts';
import type { CheckContext } from './check-context.ts';

const signalsMax = 32;
const wordsMax = 32;

export async function checkSignals(
  described: PersonPartyDescription['signals'],
  context: CheckContext,
): Promise<readonly DeclaredSignal[]> {
  const entries = Object.entries(described ?? {});
  if (entries.length > signalsMax) context.fault(['signals'], `at most ${signalsMax} signals of one party`);
  const signals: DeclaredSignal[] = [];
  for (const [name, description] of entries) {
    const path = ['signals', name];
    if (!isSignalName(name)) {
      context.fault(path, 'a signal is named by 2 to 32 of a-z, 0-9 and _, the first of them a letter');
    }
    checkDeclaration(description, path, context);
    const expression = await compileExpressionAt(description.value, [...path, 'value'], context, path.join('.'));
    if (expression === undefined) continue;
    // A party whose answer lacks a signal says nothing: never `false`, and never 0.
    await checkSilent(expression, [...path, 'value'], context);
    const { value: _, ...declaration } = description;
    signals.push({ name, declaration, expression });
  }
  return signals;
}

function checkDeclaration(description: SignalDescription, path: readonly string[], context: CheckContext): void {
  if (description.kind === 'integer' && description.min > description.max) {
    context.fault([...path, 'min'], 'it is greater than max');
  }
  if (description.kind !== 'word') return;
  const { words } = description;
  if (words.length > wordsMax) context.fault([...path, 'words'], `at most ${wordsMax} words`);
  if (new Set(words).size < words.length) context.fault([...path, 'words'], 'a word stands there twice');
  if (!words.every(isSignalName)) {
    context.fault([...path, 'words'], 'a word has 2 to 32 of a-z, 0-9 and _, the first of them a letter');
  }
}
