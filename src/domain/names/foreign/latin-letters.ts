// Letters of other alphabets as Latin ones. A word that is written in such an alphabet goes by its sound. Letters that somebody has put
// among Latin ones go by their look, because they hide a name. Scripts that leave vowels out or write whole words are not read: nobody could
// say that such a name is not the listed one.

/** Letters that have no accent to lose, and those of the Cyrillic, Greek, Georgian and Armenian alphabets. Upper case, as texts are folded. */
const soundsOf: Readonly<Record<string, string>> = toTable(
  'ØO ŁL ĐD ÐD ÞTH ÆAE ŒOE ẞSS ĦH ƏA ŊN ŦT ƁB ƊD ƘK ƐE ƆO ƔG ƲV ƳY ƎE ƷZ ǤG ƗI ɄU ɃB ȻC ȺA ȾT ɆE ɈJ ɌR ɎY',
  'АA БB ВV ГG ДD ЕE ЖZH ЗZ ИI КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХKH ЦTS ЧCH ШSH ЩSHCH Ъ ЫY Ь ЭE ЮYU ЯYA',
  'ІI ЇYI ЄYE ҐG ЈJ ЅDZ ЉLJ ЊNJ ЋC ЂDJ ЏDZ ҚK ҒG ҢN ӨO ҰU ҮU ҺH ӘA ҲH ҚK ҶJ ӮU',
  'ΑA ΒV ΓG ΔD ΕE ΖZ ΗI ΘTH ΙI ΚK ΛL ΜM ΝN ΞX ΟO ΠP ΡR ΣS ΤT ΥY ΦF ΧCH ΨPS ΩO',
  'ᲐA ᲑB ᲒG ᲓD ᲔE ᲕV ᲖZ ᲗT ᲘI ᲙK ᲚL ᲛM ᲜN ᲝO ᲞP ᲟZH ᲠR ᲡS ᲢT ᲣU ᲤP ᲥK ᲦGH ᲧQ ᲨSH ᲩCH ᲪTS ᲫDZ ᲬTS ᲭCH ᲮKH ᲯJ ᲰH',
  'ԱA ԲB ԳG ԴD ԵE ԶZ ԷE ԸY ԹT ԺZH ԻI ԼL ԽKH ԾTS ԿK ՀH ՁDZ ՂGH ՃCH ՄM ՅY ՆN ՇSH ՈO ՉCH ՊP ՋJ ՌR ՍS ՎV ՏT ՐR ՑTS ՒV ՓP ՔK ՕO ՖF',
);

const looksOf: Readonly<Record<string, string>> = toTable(
  'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԀD ԚQ ԜW ҮY ҺH ЬB ЗE',
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX',
  'ⱭA ƓG ꞬG',
);

function toTable(...lines: readonly string[]): Readonly<Record<string, string>> {
  const pairs = lines.flatMap((line) => line.split(' ')).map((pair) => [pair.charAt(0), pair.slice(1)] as const);
  return Object.fromEntries(pairs);
}

/** Any that is not Latin by now; a mark that stands for a sound of its own, such as an apostrophe, is no letter that could be read. */
const unread = /(?![A-Z\p{Lm}])\p{L}/u;

/** Tells whether the text has letters that no comparison reads, so that its owner remains unknown. The function takes folded text. */
export function hasUnreadLetters(folded: string): boolean {
  return !plain.test(folded) && unread.test(toLatinLetters(folded));
}

const plain = /^[\x20-\x7e]*$/;
/** Two Armenian letters for one vowel; the first alone is VO where a word begins. */
const [armenianU, armenianVo] = [/ՈՒ/g, /(?<![^ ])Ո/g];

/** Takes folded text, and leaves alphabets alone that it does not know. */
export function toLatinLetters(folded: string): string {
  if (plain.test(folded)) return folded;
  const hasLatin = /[A-Z]/.test(folded);
  const words = folded
    .replace(armenianU, 'U')
    .replace(armenianVo, 'VO')
    .split(' ')
    .map((word) => toLatinWord(word, hasLatin));
  return words.filter((word) => word !== '').join(' ');
}

function toLatinWord(word: string, isAmongLatin: boolean): string {
  const letters = [...word];
  const isMixed = /[A-Z]/.test(word);
  const isLookalike = isMixed || (isAmongLatin && letters.every((letter) => looksOf[letter] !== undefined));
  return letters.map((letter) => (isLookalike ? looksOf[letter] : undefined) ?? soundsOf[letter] ?? letter).join('');
}
