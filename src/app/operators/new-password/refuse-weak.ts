// Refuses a new password that is too short or that others guess early: common passwords, names, dates, runs of keys, repeats, and what
// belongs to the operator or to this service. Length is what counts otherwise (NIST SP 800-63B): no rule says which characters it needs.

import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { type Bilingual, OperatorError } from '../../../errors.ts';
import { brazilianWords, productWords } from './brazilian-words.ts';

const lengthMin = 12;
const lengthMax = 256;
/** A power of ten: the estimate's own bound for a password that withstands many machines which compute slow hashes. */
const guessesLog10Min = 10;
/** The estimate judges only this many characters, because its time grows faster than the length. */
const judgedLengthMax = 64;

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Throws an `OperatorError` that says what to do. */
export async function refuseWeakPassword(password: string, operatorName: string): Promise<void> {
  if (password.length < lengthMin) throw new OperatorError(tooShort);
  if (password.length > lengthMax) throw new OperatorError(tooLong);
  loaded ??= loadEstimate();
  const estimate = await loaded;
  const { guessesLog10 } = estimate.check(password.normalize('NFC'), toOwnWords(operatorName));
  if (guessesLog10 < guessesLog10Min) throw new OperatorError(tooEasy);
}

function toOwnWords(name: string): string[] {
  return [name, name.replaceAll(/[._@-]/g, ''), ...name.split(/[._@-]/)].filter((word) => word.length > 1);
}

/** The dictionaries take a tenth of a second, which no other command and no start of the service should pay for. */
async function loadEstimate(): Promise<ZxcvbnFactory> {
  const [core, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const { 'wikipedia-pt-br': _encyclopedia, ...words } = portuguese.dictionary;
  return new core.ZxcvbnFactory({
    dictionary: {
      'passwords-common': common.dictionary['passwords-common'],
      ...words,
      brazil: [...productWords, ...brazilianWords],
    },
    graphs: common.adjacencyGraphs,
    maxLength: judgedLengthMax,
  });
}

const tooShort: Bilingual = {
  en: `The password needs at least ${lengthMin} characters. Use four words that do not belong together.`,
  pt: `A senha precisa de pelo menos ${lengthMin} caracteres. Use quatro palavras sem relação entre si.`,
};
const tooLong: Bilingual = {
  en: `The password is too long: it may have at most ${lengthMax} characters.`,
  pt: `A senha é longa demais: ela pode ter no máximo ${lengthMax} caracteres.`,
};
const tooEasy: Bilingual = {
  en:
    'The password is too easy to guess: it consists of common words, names, years, repeats or neighbouring keys. ' +
    'Use four words that do not belong together.',
  pt:
    'A senha é fácil de adivinhar: ela usa palavras comuns, nomes, anos, repetições ou teclas vizinhas. ' +
    'Use quatro palavras sem relação entre si.',
};
