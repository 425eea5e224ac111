// The sanctions of Switzerland, as the State Secretariat for Economic Affairs (SECO) publishes them. They have no force of law in Brazil.
// The file keeps who was taken off, and what each entry was before. Its layout is the one that public readers of the file describe.

import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { blankRow } from '../blank-row.ts';
import type { Mapped, XmlList } from '../list-kind.ts';
import { type RowNotes, toMaskedNames, toMaskedText, toRemarks } from '../row-notes.ts';
import { attributeOf, childrenOf, textOf, type XmlElement } from '../xml-element.ts';
import { joinBirths, toPartialBirth } from './births.ts';

export const seco: XmlList = {
  id: 'seco',
  title: 'SECO: sanções da Suíça (SECO, Suíça)',
  weight: 'sanction',
  namesOf: 'world',
  page: 'https://www.seco.admin.ch/seco/en/home/Aussenwirtschaftspolitik_Wirtschaftliche_Zusammenarbeit/Wirtschaftsbeziehungen/exportkontrollen-und-sanktionen/sanktionen-embargos.html',
  isOptIn: true,
  // Published on any day.
  staleAfterDays: 7,
  format: 'xml',
  root: 'swiss-sanctions-list',
  day: { attribute: 'date' },
  references: ['sanctions-program'],
  entries: ['target'],
  expected: ['modification', 'individual', 'entity'],
  map: mapTarget,
};

const kinds: Readonly<Record<string, ListedKind>> = { individual: 'person', entity: 'company', object: 'other' };

function mapTarget(target: XmlElement, notes: RowNotes, programs: readonly XmlElement[]): Mapped {
  if (isDelisted(target)) return 'left_out';
  const listed = target.children.find(({ name }) => Object.hasOwn(kinds, name));
  if (listed === undefined) return undefined;
  const identities = childrenOf(listed, 'identity');
  const names = identities.flatMap((identity) => childrenOf(identity, 'name'));
  const isWeak = (name: XmlElement) => attributeOf(name, 'quality') === 'low';
  const kind = kinds[listed.name] ?? null;
  // Of a company it is when it was founded.
  const births = kind === 'person' ? identities.flatMap((identity) => childrenOf(identity, 'day-month-year')) : [];
  const toCountries = (child: string) =>
    identities.flatMap((identity) => childrenOf(identity, child)).map((one) => textOf(one, 'country'));
  return {
    ...blankRow,
    number: attributeOf(target, 'ssid'),
    kind,
    names: toMaskedNames(...names.filter((name) => !isWeak(name)).flatMap(listForms)),
    weakNames: toMaskedNames(...names.filter(isWeak).flatMap(listForms)),
    ...joinBirths(births.map((birth) => readBirth(birth, notes))),
    from: notes.readPastDay(findListed(target)),
    category: toMaskedText(findPrograms(target, programs).join(', ')),
    authority: 'SECO (Suíça)',
    remarks: toRemarks({
      Nationality: [...new Set(toCountries('nationality'))].join(', '),
      Reasons: joinTexts(listed, 'justification'),
      Remarks: joinTexts(listed, 'other-information'),
    }),
  };
}

const toChangeDay = (change: XmlElement) =>
  attributeOf(change, 'effective-date') || attributeOf(change, 'publication-date');

/** Judges by all changes of the last day: if one of them says otherwise, the target is still listed. */
function isDelisted(target: XmlElement): boolean {
  const changes = childrenOf(target, 'modification');
  const last = changes.map(toChangeDay).toSorted().at(-1);
  const ofLastDay = changes.filter((change) => toChangeDay(change) === last);
  return ofLastDay.length > 0 && ofLastDay.every((change) => attributeOf(change, 'modification-type') === 'de-listed');
}

/** Returns the day on which the target was listed for the last time. */
function findListed(target: XmlElement): string {
  const listed = childrenOf(target, 'modification').filter(
    (change) => attributeOf(change, 'modification-type') === 'listed',
  );
  return listed.map(toChangeDay).toSorted().at(-1) ?? '';
}

function findPrograms(target: XmlElement, programs: readonly XmlElement[]): readonly string[] {
  const sets = childrenOf(target, 'sanctions-set-id').map(({ text }) => text.trim());
  const wanted = new Set([...sets, attributeOf(target, 'sanctions-set-id')]);
  const named = programs.filter((program) =>
    childrenOf(program, 'sanctions-set').some((set) => wanted.has(attributeOf(set, 'ssid'))),
  );
  return named.flatMap((program) => {
    const keys = [...childrenOf(program, 'program-key'), ...childrenOf(program, 'program-name')];
    const key = keys.find((one) => attributeOf(one, 'lang') === 'eng') ?? keys[0];
    return key === undefined ? [] : [key.text.replace(/\s+/g, ' ').trim()];
  });
}

function readBirth(birth: XmlElement, notes: RowNotes): readonly string[] {
  const [year = '', month = '', day = ''] = ['year', 'month', 'day'].map((part) => attributeOf(birth, part));
  const found = toPartialBirth(year, month, day);
  if (found === undefined) notes.unreadableDates++;
  return found === undefined ? [] : [found];
}

function joinTexts(listed: XmlElement, name: string): string {
  return childrenOf(listed, name)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ');
}

/** The parts stand in the order of a spoken name, while the file puts the family name first. */
const partOrder = ['given-name', 'further-given-name', 'father-name', 'grand-father-name', 'family-name'];
/** No name has a tenth of it. */
const spellingsMax = 40;

/** The name, and each of its spellings: of the parts that have none, as they are. */
function listForms(name: XmlElement): readonly string[] {
  const parts = childrenOf(name, 'name-part')
    .filter((part) => attributeOf(part, 'name-part-type') !== 'title')
    .toSorted((one, other) => toPartRank(one) - toPartRank(other));
  const spelled = parts.map((part) => ({
    plain: textOf(part, 'value') || part.text.replace(/\s+/g, ' ').trim(),
    variants: Map.groupBy(childrenOf(part, 'spelling-variant'), toScript),
  }));
  const join = (texts: readonly string[]) => texts.filter((text) => text !== '').join(' ');
  const scripts = [...new Set(spelled.flatMap(({ variants }) => [...variants.keys()]))];
  const forms = scripts.flatMap((script) => {
    const count = Math.max(...spelled.map(({ variants }) => variants.get(script)?.length ?? 0));
    return Array.from({ length: count }, (_, at) =>
      join(
        spelled.map(({ plain, variants }) => {
          const of = variants.get(script) ?? [];
          return (of[at] ?? of[0])?.text.trim() ?? plain;
        }),
      ),
    );
  });
  return [join(spelled.map(({ plain }) => plain)), ...forms.slice(0, spellingsMax)];
}

function toPartRank(part: XmlElement): number {
  const place = partOrder.indexOf(attributeOf(part, 'name-part-type'));
  return place < 0 ? partOrder.length + (Number(attributeOf(part, 'order')) || 0) : place;
}

function toScript(variant: XmlElement): string {
  return `${attributeOf(variant, 'lang')} ${attributeOf(variant, 'script')}`;
}
