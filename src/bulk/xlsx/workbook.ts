// What a workbook says of its sheets and of its cells' forms: which part holds which sheet, and which forms are days and times.

import { TableError } from '../../app/bulk/table.ts';
import { readXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** A `CellForm` tells what a number in a cell means. */
export type CellForm = 'number' | 'date' | 'time';

export interface Workbook {
  /** `sheetNames` lists all sheets that are shown, in their order. */
  readonly sheetNames: readonly string[];
  readonly sheetName: string;
  /** The part that holds the sheet that was asked for, or the first one that is shown. */
  readonly sheetPart: string;
  readonly formOf: (style: number) => CellForm;
  /** Days are counted from 1904 and not from 1900. */
  readonly isFrom1904: boolean;
}

interface Sheet {
  readonly name: string;
  readonly relation: string;
  readonly isHidden: boolean;
}

/**
 * Of sheets, links, styles and forms: Excel has fewer. What grows without end would end more than its thread, because Node cannot
 * refuse a thread one large piece of memory.
 */
const itemsMax = 70_000;
/** Excel takes 31 characters for a sheet; a link to a part is a short path. */
const nameLengthMax = 255;

function refuseOverfull(items: number, ...names: readonly string[]): void {
  if (items <= itemsMax && names.every(({ length }) => length <= nameLengthMax)) return;
  throw new TableError({
    en: 'The spreadsheet has more sheets, styles or links than any spreadsheet program writes, or longer names. Save it as CSV.',
    pt: 'A planilha tem mais abas, estilos ou vínculos do que qualquer programa de planilhas grava, ou nomes mais longos. Salve-a como CSV.',
  });
}

export async function readWorkbook(parts: ZipParts, wanted: string | undefined): Promise<Workbook> {
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  await readXml(parts.read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet') {
        const { name: title = '', id = '', state } = attributes();
        refuseOverfull(sheets.length, title);
        sheets.push({ name: title, relation: id, isHidden: state !== undefined && state !== 'visible' });
      } else if (name === 'workbookPr') {
        const { date1904 } = attributes();
        isFrom1904 = date1904 === '1' || date1904 === 'true';
      }
    },
  });
  const sheet =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted);
  if (sheet === undefined) {
    const names = sheets.map(({ name }) => name).join(', ');
    throw new TableError(
      wanted === undefined ? 'The spreadsheet has no sheet.' : `There is no sheet ${wanted}. There are: ${names}.`,
      wanted === undefined
        ? { en: 'The spreadsheet has no sheet.', pt: 'A planilha não tem nenhuma aba.' }
        : { en: 'The spreadsheet does not have that sheet.', pt: 'A planilha não tem essa aba.' },
    );
  }
  const targets = await readRelations(parts);
  const target = targets.get(sheet.relation) ?? `worksheets/sheet${sheets.indexOf(sheet) + 1}.xml`;
  const sheetPart = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  return {
    sheetNames: sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    sheetName: sheet.name,
    sheetPart,
    formOf: await readForms(parts),
    isFrom1904,
  };
}

async function readRelations(parts: ZipParts): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  if (!parts.has('xl/_rels/workbook.xml.rels')) return targets;
  await readXml(parts.read('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const { Id = '', Target = '' } = attributes();
      refuseOverfull(targets.size, Id, Target);
      targets.set(Id, Target);
    },
  });
  return targets;
}

/** The forms of days and of times that every spreadsheet program has: ECMA-376 part 1, 18.8.30. */
const builtInDates: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58,
]);
const builtInTimes: ReadonlySet<number> = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47, 55, 56]);

async function readForms(parts: ZipParts): Promise<(style: number) => CellForm> {
  if (!parts.has('xl/styles.xml')) return () => 'number';
  const own = new Map<number, CellForm>();
  const styles: CellForm[] = [];
  let isCellForms = false;
  let forms = 0;
  await readXml(parts.read('xl/styles.xml'), {
    open(name, attributes) {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes();
        refuseOverfull(++forms);
        own.set(Number(numFmtId), toForm(formatCode));
      } else if (name === 'cellXfs') {
        isCellForms = true;
      } else if (name === 'xf' && isCellForms) {
        refuseOverfull(styles.length);
        const form = Number(attributes()['numFmtId'] ?? 0);
        styles.push(own.get(form) ?? (builtInDates.has(form) ? 'date' : builtInTimes.has(form) ? 'time' : 'number'));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellForms = false;
    },
  });
  return (style) => styles[style] ?? 'number';
}

/** No spreadsheet program takes a longer one. */
const formatCodeMax = 255;

/** By the letters outside of what is quoted, escaped or a colour: `dd/mm/yyyy`, `[$-416]d "de" mmmm`, `[h]:mm:ss`. */
function toForm(code: string): CellForm {
  if (code.length > formatCodeMax) return 'number';
  const letters = code.replace(/\[(h+|m+|s+)\]/gi, '$1').replace(/"[^"]*"|\\.|\[[^\][]*\]/g, '');
  if (/[yd]|mmm/i.test(letters)) return 'date';
  return /[hs]/i.test(letters) ? 'time' : 'number';
}
