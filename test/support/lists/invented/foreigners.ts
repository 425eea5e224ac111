// Invented people from elsewhere, as the lists of the UN, the US and the EU have them: names of several languages, aliases, births that
// nobody knows for sure.

import type { Random } from '../../../../scripts/make-dump/values/random.ts';
import { givenNames, surnames } from '../../../../scripts/make-dump/values/vocabulary.ts';
import { inventDay, inventSurname } from './people.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const arabicGiven =
  words(`MUHAMMAD AHMAD ALI HASSAN HUSSEIN IBRAHIM KHALID YUSUF OMAR SALIH MAHMUD ABDULLAH MUSTAFA SAID JAMAL
  FARIS NASIR TARIQ WALID ZAYD BILAL HAMZA RASHID SULAYMAN QASIM KARIM MUNIR FAYSAL GHASSAN ABDULRAHMAN ABDULAZIZ`);
const arabicFamily = words(`QADHAFI BARZANI TIKRITI MASRI HARBI GHAMDI ZAHRANI SHAMMARI JABBURI DULAYMI BAGHDADI HALABI
  MAGHRIBI QURASHI SUDANI LIBI KUWAITI HASHIMI NAJJAR HADDAD KHATIB SABBAGH TAMIMI RUBAI JANABI`);
const slavicGiven =
  words(`ALEKSANDR SERGEI VLADIMIR DMITRY ANDREI ALEXEI IGOR OLEG YURI NIKOLAI MIKHAIL VIKTOR PAVEL KONSTANTIN
  YEVGENY GENNADY VALERY BORIS ANATOLY ROMAN OLGA TATIANA NATALIA YELENA IRINA SVETLANA`);
const slavicFamily =
  words(`IVANOV PETROV SIDOROV KUZNETSOV VOLKOV SOKOLOV MOROZOV LEBEDEV KOZLOV NOVIKOV ZAITSEV BORISENKO
  SHEVCHENKO KOVALCHUK TKACHENKO BONDARENKO MELNYK CHERNYSHOV SHCHERBAKOV YAKOVLEV ZHUKOV FYODOROV GRIGORYEV`);
const latinGiven =
  words(`JOSE JUAN CARLOS LUIS JORGE MIGUEL PEDRO FRANCISCO RAFAEL ALEJANDRO FERNANDO RICARDO MARIA ANA ROSA
  GUADALUPE JESUS ARTURO ENRIQUE HECTOR ISMAEL JOAQUIN RUBEN`);
const latinFamily =
  words(`GARCIA RODRIGUEZ MARTINEZ HERNANDEZ LOPEZ GONZALEZ PEREZ SANCHEZ RAMIREZ TORRES FLORES RIVERA GOMEZ
  DIAZ CRUZ MORALES REYES GUTIERREZ ORTIZ CHAVEZ RUIZ ALVAREZ MENDOZA CASTILLO JIMENEZ VARGAS ROMERO HERRERA MEDINA AGUILAR`);
const asianFamily = words('KIM PAK CHOE RI LEE WANG ZHANG LIU CHEN YANG HUANG ZHAO WU ZHOU XU SUN');
const asianGiven = words(
  `JONG CHOL SONG HYOK MYONG IL SU NAM YONG HO KWANG HUI CHUN WEI MING HUA JUN FENG QIANG LEI BO TAO JIE`,
);

/** 0 to 99: which language the names of a person are of. */
export function inventOrigin(random: Random): number {
  return random.below(100);
}

/** Given names and family name, in the order of the country. */
export function inventForeignName(random: Random, from = inventOrigin(random)): string {
  if (from < 40) {
    const father = random.chance(0.6) ? ` ${random.pick(arabicGiven)}` : '';
    const family = random.chance(0.5) ? random.pick(arabicFamily) : `${inventSurname(random)}I`;
    return `${random.pick(arabicGiven)}${father} AL-${family}`;
  }
  if (from < 70) {
    const family = random.chance(0.4)
      ? random.pick(slavicFamily)
      : `${inventSurname(random)}${random.pick(['OV', 'ENKO', 'SKY'])}`;
    const father = random.chance(0.6) ? ` ${random.pick(slavicGiven)}OVICH` : '';
    return `${random.pick(slavicGiven)}${father} ${family}`;
  }
  if (from < 85) {
    const second = random.chance(0.5) ? ` ${random.pick(latinGiven)}` : '';
    return `${random.pick(latinGiven)}${second} ${random.pickSkewed(latinFamily)} ${random.pick([...latinFamily, ...surnames])}`;
  }
  if (from < 98) return `${random.pick(asianFamily)} ${random.pick(asianGiven)} ${random.pick(asianGiven)}`;
  return `${random.pickSkewed(givenNames)} ${random.pickSkewed(surnames)} ${inventSurname(random)}`;
}

/** Most have a day, some only a year, a few none. */
export function inventBirths(random: Random): readonly string[] {
  const day = inventDay(random, 1940, 1995);
  if (random.chance(0.6)) return [day];
  return random.chance(0.75) ? [day.slice(0, 4)] : [];
}
