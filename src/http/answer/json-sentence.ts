// The sentences about a body that is not one JSON object: where it goes wrong, and what to change. They repeat nothing of it but a mark.

import { type Expected, findJsonFault, type JsonFault, type Met } from '../../domain/json-fault.ts';
import type { Bilingual } from '../../errors.ts';

export const jsonSentences = {
  noBody: {
    en: 'The body is empty. Send one JSON object.',
    pt: 'O corpo está vazio. Envie um único objeto JSON.',
  },
  noObject: {
    en: 'The body is JSON, but not an object. Send one object: `{`, the fields, `}`.',
    pt: 'O corpo é JSON, mas não é um objeto. Envie um único objeto: `{`, os campos, `}`.',
  },
  noUtf8: {
    en: 'The body is not UTF-8: it seems to be in another encoding, such as Windows-1252. Send it in UTF-8.',
    pt: 'O corpo não está em UTF-8: parece estar em outra codificação, como Windows-1252. Envie-o em UTF-8.',
  },
  repeatedKey: {
    en: 'An object of the body has the same key twice. Send each key once.',
    pt: 'Um objeto do corpo tem a mesma chave duas vezes. Envie cada chave uma só vez.',
  },
  protoKey: {
    en: 'The body has a key `__proto__`, which no operation takes. Leave it out.',
    pt: 'O corpo tem uma chave `__proto__`, que nenhuma operação aceita. Retire-a.',
  },
} as const satisfies Record<string, Bilingual>;

const expectations: Readonly<Record<Expected, Bilingual>> = {
  object: { en: 'an object, `{`', pt: 'um objeto, `{`' },
  value: { en: 'a value', pt: 'um valor' },
  key: { en: 'a key in double quotes', pt: 'uma chave entre aspas duplas' },
  colon: { en: 'a colon', pt: 'dois-pontos' },
  comma: { en: 'a comma or the end of the object or list', pt: 'uma vírgula ou o fim do objeto ou da lista' },
  end: { en: 'nothing more', pt: 'mais nada' },
  string: { en: 'the rest of a text in double quotes', pt: 'o resto de um texto entre aspas duplas' },
};

const meetings: Readonly<Record<Exclude<Met['kind'], 'mark'>, Bilingual>> = {
  end: { en: 'the end of the body', pt: 'o fim do corpo' },
  letter: { en: 'a letter', pt: 'uma letra' },
  digit: { en: 'a digit', pt: 'um algarismo' },
  'line break': { en: 'a line break', pt: 'uma quebra de linha' },
  'byte order mark': { en: 'a byte order mark (BOM)', pt: 'uma marca de ordem de bytes (BOM)' },
  other: { en: 'another character', pt: 'outro caractere' },
};

/** Describes the fault of a text that `JSON.parse` refuses. */
export function toJsonSentence(text: string): Bilingual {
  if (text.trim() === '') return jsonSentences.noBody;
  const fault = findJsonFault(text);
  // A value so long that only the parser refuses it: the code's own sentence.
  if (fault === undefined) return jsonSentences.noObject;
  const { line, column, expected, met } = fault;
  const mark = met.kind === 'mark' ? `\`${met.mark}\`` : undefined;
  const remedy = findRemedy(fault, text);
  const en = `Line ${line}, column ${column}: expected ${expectations[expected].en}, met ${mark ?? toWords(met).en}.`;
  const pt = `Linha ${line}, coluna ${column}: esperado: ${expectations[expected].pt}; encontrado: ${mark ?? toWords(met).pt}.`;
  return remedy === undefined ? { en, pt } : { en: `${en} ${remedy.en}`, pt: `${pt} ${remedy.pt}` };
}

function toWords({ kind }: Met): Bilingual {
  return kind === 'mark' ? meetings.other : meetings[kind];
}

/** Returns the remedy for the most frequent slips of newcomers. */
function findRemedy({ expected, met }: JsonFault, text: string): Bilingual | undefined {
  if (met.kind === 'byte order mark') return { en: 'Send UTF-8 without it.', pt: 'Envie UTF-8 sem ela.' };
  if (met.kind === 'mark' && met.mark === "'") {
    return { en: 'JSON has double quotes alone.', pt: 'JSON só tem aspas duplas.' };
  }
  if (met.kind === 'mark' && (met.mark === '}' || met.mark === ']') && (expected === 'key' || expected === 'value')) {
    return {
      en: 'After a colon stands a value, and after the last field or item no comma.',
      pt: 'Depois de dois-pontos vem um valor, e depois do último campo ou item não há vírgula.',
    };
  }
  if (met.kind === 'mark' && met.mark === '/') return { en: 'JSON has no comments.', pt: 'JSON não tem comentários.' };
  if (met.kind === 'digit' && expected === 'comma') {
    return {
      en: 'No number begins with a zero: send a CPF or a CNPJ as text, in double quotes.',
      pt: 'Nenhum número começa com zero: envie um CPF ou CNPJ como texto, entre aspas duplas.',
    };
  }
  if (met.kind === 'letter' && expected === 'object' && /^[\w.-]+=/.test(text)) {
    return { en: 'The body looks like a form: send JSON.', pt: 'O corpo parece um formulário: envie JSON.' };
  }
  if (met.kind === 'letter' && expected === 'value') {
    return {
      en: 'A text stands in double quotes; without them are only `true`, `false` and `null`.',
      pt: 'Um texto vem entre aspas duplas; sem elas, só `true`, `false` e `null`.',
    };
  }
  return undefined;
}
