// Numbers under a hundred in words, Portuguese and English, as names of companies write them.

const words = (text: string): readonly string[] => text.split(' ');

const portuguese = {
  small: words(
    'ZERO UM DOIS TRES QUATRO CINCO SEIS SETE OITO NOVE DEZ ONZE DOZE TREZE QUATORZE QUINZE DEZESSEIS DEZESSETE DEZOITO DEZENOVE',
  ),
  tens: words('- - VINTE TRINTA QUARENTA CINQUENTA SESSENTA SETENTA OITENTA NOVENTA'),
  and: ' E ',
};
const english = {
  small: words(
    'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN',
  ),
  tens: words('- - TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'),
  and: ' ',
};

export function toNumberWords(number: number, language: 'pt' | 'en'): string {
  const { small, tens, and } = language === 'pt' ? portuguese : english;
  if (number < 20) return small[number] ?? '';
  const rest = number % 10;
  return `${tens[Math.floor(number / 10)]}${rest === 0 ? '' : and + small[rest]}`;
}
