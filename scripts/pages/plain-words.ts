// The rules of plain words for the pages that we write: one sentence a line, short sentences, and no phrase that readers stumble over.
// It reads Markdown line by line. Code is never judged. A cell of a table may hold several sentences, and a semicolon
// separates the items of a list there.

import type { CodeText } from './code-words.ts';

export type PageLanguage = 'en' | 'pt';

export interface PlainWordsFault {
  readonly line: number;
  readonly rule: 'wrapped sentence' | 'two sentences' | 'long sentence' | 'banned phrase' | 'fragment';
  /** `advice` describes the finding and what to do about it. */
  readonly advice: string;
}

interface Banned {
  readonly pattern: RegExp;
  readonly advice: string;
  /** The rule also applies to all sentences for operators, but not to comments. */
  readonly isForPages?: true;
}

interface SentenceRules {
  /** A sentence has fewer words than this. A code span, a link and a number are one word each. */
  readonly wordsMax: number;
  readonly banned: readonly Banned[];
}

const nameTheSubject = 'begin with who acts: subject, verb, object';

const bannedPhrases: Readonly<Record<PageLanguage, readonly Banned[]>> = {
  en: [
    {
      pattern: /^Of (?:one|a|an|the|these|those|such|all|it|them|what)\b/,
      advice: nameTheSubject,
      isForPages: true,
    },
    { pattern: /^(?:To|From|By) (?:it|them|one|those) (?:whose|\w+s\b)/, advice: nameTheSubject },
    { pattern: /\bof (?:which|whom|whose|it|them) nothing\b/i, advice: 'say who does what to what' },
    { pattern: /\bnothing (?:that|which) (?:was|is|were)\b/i, advice: 'say what happens instead' },
    { pattern: /\bnothing is (?:compared|told|said|asked)\b/i, advice: 'say who does not do it' },
    { pattern: /\bis no use of\b/i, advice: 'say "does not count as use of"' },
    { pattern: /\b(?:is|are) said to be\b/i, advice: 'say who says it, or state it' },
    { pattern: /\bwhat (?:comes|came|becomes|became) of\b/i, advice: 'say "the result of" or "what happens to"' },
    { pattern: /\bwhat(?:so)?ever\b/i, advice: 'say "any", "all" or name the things', isForPages: true },
    { pattern: /\b(?:whereupon|wherein|whereof|thereof|therein|hereby|heretofore)\b/i, advice: 'use an everyday word' },
    { pattern: /\bso much as\b/i, advice: 'say "even"' },
    { pattern: /\bin (?:its|their) stead\b|\bin place of that\b/i, advice: 'say "instead"' },
    { pattern: /\bis of the essence\b|\bbe it\b/i, advice: 'use an everyday word' },
    { pattern: /\bended keys?\b|\bkeys? that (?:has|have) ended\b/i, advice: 'say "expired key"' },
    { pattern: /\bgiven-up uploads?\b|\buploads? that (?:was|were) given up\b/i, advice: 'say "abandoned upload"' },
    { pattern: /\b(?:requests?|calls?|questions?) (?:in work|under way)\b/i, advice: 'say "in-flight request"' },
    { pattern: /\basked? (?:once more|anew)\b/i, advice: 'say "retry"' },
    { pattern: /\bgo(?:es)? on\b/i, advice: 'say "continue" or "keep"', isForPages: true },
    { pattern: /\bserves? on(?:[,.;:]|$)/i, advice: 'say "stays in use"', isForPages: true },
    { pattern: /\bwholly\b/i, advice: 'say "completely"', isForPages: true },
    { pattern: /\bmends?\b/i, advice: 'say "fix", "correct" or "repair"', isForPages: true },
  ],
  pt: [
    {
      pattern: /^(?:De|Da|Do|Das|Dos|Daquele|Daquela|Daqueles|Daquilo) .{0,40}\bse (?:diz|sabe|conta)\b/,
      advice: 'comece por quem age',
    },
    {
      pattern: /^(?:Daquele|Daquela|Daqueles|Daquilo|Àquele|Àquela)\b/,
      advice: 'comece por quem age: sujeito, verbo, objeto',
    },
    { pattern: /^A (?:ele|ela|eles|elas) pertence/, advice: 'comece por quem age: sujeito, verbo, objeto' },
    { pattern: /\b(?:do|da|dos|das) (?:qual|quais) nada\b|\bde que nada\b/iu, advice: 'diga quem faz o quê' },
    { pattern: /\bnada (?:do )?que (?:foi|tenha|tiver|falte)\b/iu, advice: 'diga o que acontece no lugar disso' },
    { pattern: /\bnada é (?:comparado|dito|contado|perguntado)\b/iu, advice: 'diga quem não faz isso' },
    { pattern: /\bnão (?:é|conta como) uso d[ae] uma sessão\b/iu, advice: 'diga "não renova a sessão"' },
    {
      pattern: /\bseja (?:o que|qual|quem) for\b|\bo que quer que\b/iu,
      advice: 'diga "qualquer", "todo" ou dê nome às coisas',
    },
    { pattern: /\b(?:diz-se|sabe-se|conta-se) (?:que|d[aeo])\b/iu, advice: 'diga quem faz' },
    {
      pattern: /\b(?:outrossim|destarte|doravante|mormente|outrora|mister)\b/iu,
      advice: 'use uma palavra do dia a dia',
    },
    { pattern: /\b\p{L}+r-(?:se-|lhe-)?(?:á|ão|ia|iam)(?!\p{L})/iu, advice: 'evite a mesóclise: "vai ser", "será"' },
    { pattern: /\b(?:cujo|cuja)s? (?:nada|nenhum)/iu, advice: 'diga quem faz o quê' },
    { pattern: /\bchaves? (?:encerrada|terminada|acabada|finda)s?\b/iu, advice: 'diga "chave expirada"' },
    { pattern: /\benvios? (?:que foi|que foram) (?:deixado|largado)s?\b/iu, advice: 'diga "envio abandonado"' },
    { pattern: /\bConfere confere\b/u, advice: 'diga "o Confere verifica"' },
    { pattern: /\bdividem um\b/iu, advice: 'diga "compartilham", se ninguém recebe só uma parte' },
  ],
};

const sentenceRules: Readonly<Record<PageLanguage, SentenceRules>> = {
  en: { wordsMax: 25, banned: bannedPhrases.en },
  pt: { wordsMax: 25, banned: bannedPhrases.pt },
};

/** A doc comment that begins with one of these words has no subject. After the second group, a main clause may follow behind a comma. */
const fragment = new RegExp(
  [
    '^(?:Of|What|Whether|Undefined|Null|Who|Whom|Whose|Whoever|Whatever|Which|Why|How|Told|Those|Kept|Not|Nothing|Nobody)\\b',
    '^(?:As|Where|For|In|By|With|Without|From|Before|After|Since|At|On|Until|Beside|Behind|Between|Under|Over|So that|To) [^,;:]*(?:[;:]|$)',
  ].join('|'),
);

/** The line of code beside a comment explains it: its sentences may be longer than those of a page. */
const commentRules: SentenceRules = {
  wordsMax: 30,
  banned: [
    { pattern: /^Of (?:one|a|an|the|these|those|such|all|it|them|what)(?: \S+){8}/, advice: nameTheSubject },
    ...bannedPhrases.en.filter(({ isForPages }) => isForPages !== true),
  ],
};

/** A full stop after one of these abbreviations ends no sentence. */
const abbreviations =
  /(?:^|[\s(“"])(?:e\.g|i\.e|etc|vs|cf|approx|No|no|nº|n|Nr|Mr|Mrs|Ms|Dr|Dra|Sr|Sra|Srta|art|Art|arts|inc|par|p|pp|p\. ex|ex|Ltda|S\.A|Inc|St|Fig|fig|cap|ed|aprox|máx|mín|min|max)\.$/u;

const closers = `["”’')\\]*_»]*`;
const lineEnd = new RegExp(`[.!?…:]${closers}$`);
const boundary = new RegExp(`[.!?]${closers}\\s+(?=["“‘'(\\[*_«]*[\\p{Lu}\\p{N}])`, 'gu');

/** Code, links, addresses and pictures as one word each, so that their dots and spaces count for nothing. */
function toWords(text: string): string {
  return text
    .replace(/(`+)(?:(?!\1).)+?\1/g, 'Code')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, 'Link')
    .replace(/<br *\/?>/g, ' ; ')
    .replace(/<[^>\s][^>]*>/g, ' ')
    .replace(/https?:\/\/\S*[^\s.,;:)]/g, 'Link')
    .trim();
}

/** The sentences of a text in which code and links are already one word each. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].trimEnd().length;
    if (abbreviations.test(text.slice(start, match.index + 1))) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

function countWords(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

interface Line {
  readonly number: number;
  readonly kind: 'prose' | 'heading' | 'table' | 'other';
  /** Tells whether the line continues the paragraph of the line before it. */
  readonly continues: boolean;
  readonly text: string;
}

const marker = /^(?:\s*(?:[-*+]|\d+[.)])\s+|\s*>\s?)+/;

function readLines(page: string): Line[] {
  let fence: string | undefined;
  let comment = false;
  let before: Line['kind'] = 'other';
  return page.split('\n').map((raw, index) => {
    const opened = /^\s*(?:>\s*)?(```+|~~~+)/.exec(raw)?.[1];
    const wasInside = fence !== undefined || comment;
    if (opened !== undefined && !comment)
      fence = fence === undefined ? opened : raw.includes(fence) ? undefined : fence;
    if (fence === undefined && opened === undefined) {
      if (/^\s*<!--/.test(raw)) comment = true;
      if (comment && raw.includes('-->')) comment = false;
    }
    const isCode = wasInside || opened !== undefined || fence !== undefined;
    const kind = isCode ? 'other' : toKind(raw);
    const line: Line = {
      number: index + 1,
      kind,
      continues: kind === 'prose' && before === 'prose' && !marker.test(raw),
      text: kind === 'table' ? raw : raw.replace(marker, '').replace(/^#+ /, ''),
    };
    before = kind;
    return line;
  });
}

function toKind(raw: string): Line['kind'] {
  const text = raw.trim();
  if (text === '' || /^(?:<|!\[|\[[^\]]+\]:|(?:-{3,}|\*{3,})$)/.test(text)) return 'other';
  if (text.startsWith('#')) return 'heading';
  return text.startsWith('|') ? 'table' : 'prose';
}

function judgeSentence(line: number, sentence: string, { wordsMax, banned }: SentenceRules): PlainWordsFault[] {
  // The steps of a way (a → b → c) are counted one by one.
  const words = Math.max(...sentence.split('→').map(countWords));
  const quoted = `"${sentence.length > 60 ? `${sentence.slice(0, 60)}…` : sentence}"`;
  const found = banned.filter(({ pattern }) => pattern.test(sentence));
  return [
    ...(words < wordsMax
      ? []
      : [
          {
            line,
            rule: 'long sentence' as const,
            advice: `${words} words in ${quoted}: cut it into sentences under ${wordsMax} words`,
          },
        ]),
    ...found.map(({ pattern, advice }) => ({
      line,
      rule: 'banned phrase' as const,
      advice: `"${pattern.exec(sentence)?.[0]}" in ${quoted}: ${advice}`,
    })),
  ];
}

/** Long sentences and phrases that readers stumble over in what code says, where a sentence may go on in the next line. */
export function findCodeWordsFaults({ line, kind, text }: CodeText): PlainWordsFault[] {
  const rules = kind === 'sentence' ? sentenceRules.en : commentRules;
  // As in a cell, and before a list: what a semicolon or a colon parts is judged apart.
  const sentences = toWords(text)
    .split(/[;:]\s/)
    .flatMap(splitSentences);
  const beginning = splitSentences(toWords(text))[0] ?? '';
  const isFragment = kind === 'doc' && fragment.test(beginning);
  return [
    ...(isFragment ? [{ line, rule: 'fragment' as const, advice: nameTheSubject }] : []),
    ...sentences.flatMap((sentence) => judgeSentence(line, sentence, rules)),
  ];
}

/** Every breach of the rules in a page. */
export function findPlainWordsFaults(page: string, language: PageLanguage): PlainWordsFault[] {
  const lines = readLines(page);
  const rules = sentenceRules[language];
  return lines.flatMap((line, index): PlainWordsFault[] => {
    if (line.kind === 'other') return [];
    if (line.kind === 'table') {
      const cells = toWords(line.text).split(/[|;]/).flatMap(splitSentences);
      return cells.flatMap((sentence) => judgeSentence(line.number, sentence, rules));
    }
    const sentences = splitSentences(toWords(line.text));
    const judged = sentences.flatMap((sentence) => judgeSentence(line.number, sentence, rules));
    if (line.kind === 'heading') return judged.filter(({ rule }) => rule === 'banned phrase');
    const wraps = lines[index + 1]?.continues === true && !lineEnd.test(toWords(line.text));
    return [
      ...(wraps
        ? [
            {
              line: line.number,
              rule: 'wrapped sentence' as const,
              advice: 'the sentence goes on in the next line: write it on one',
            },
          ]
        : []),
      ...(sentences.length > 1
        ? [
            {
              line: line.number,
              rule: 'two sentences' as const,
              advice: `begin a new line before "${sentences[1]?.slice(0, 40)}"`,
            },
          ]
        : []),
      ...judged,
    ];
  });
}
