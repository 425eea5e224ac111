// A name that stands in a list in several alphabets at once: `Ivan PETROV Иван Петров` are two forms of one name.

const latin = /\p{Script=Latin}/u;
const letter = /\p{L}/u;

/** The name as it is, and where it has words of Latin letters beside others, those of each as well. */
export function listScripts(name: string): readonly string[] {
  const words = name.split(' ').filter((word) => letter.test(word));
  const latinWords = words.filter((word) => latin.test(word));
  const others = words.filter((word) => !latin.test(word));
  return latinWords.length === 0 || others.length === 0 ? [name] : [name, latinWords.join(' '), others.join(' ')];
}
