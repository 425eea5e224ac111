// The files that an operator has put there: which texts in them are the list's, and of which day.

import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { TableError } from '../../app/bulk/table.ts';
import { type FileMember, findUnreadable, listMembers } from '../../datasets/files/file-member.ts';
import { isRealDay } from '../../domain/dates/calendar.ts';
import { codeOf, OperatorError } from '../../errors.ts';
import { publishedLists } from '../lists/catalogue.ts';
import type { ListKind, TableList } from '../lists/list-kind.ts';
import { findPart } from './which-part.ts';
import { findXmlDay, readXmlStart } from './xml-source.ts';

/** The largest list of today has 208 MB. A zip of some kilobytes can claim any size. */
const textBytesMax = 2 ** 30;
/** A list has four files at most; a folder with many more is another one. */
const filesMax = 64;

export interface ListTexts {
  readonly main: FileMember;
  /** The members are keyed by the name that the list gives them. */
  readonly beside: ReadonlyMap<string, FileMember>;
  /** The publisher itself counts this many rows; undefined means that it states no count. */
  readonly told?: number | undefined;
}

/** Throws an OperatorError that says what the files are in place of the list. */
export async function findListTexts(paths: readonly string[], list: ListKind): Promise<ListTexts> {
  const files = (await Promise.all(paths.map(listFolder))).flat();
  if (files.length > filesMax)
    throw new OperatorError({
      en: `${paths[0]} holds ${files.length} files: give the files of ${list.id} alone.`,
      pt: `Há ${files.length} arquivos: envie só os da lista ${list.id}.`,
    });
  const members: FileMember[] = [];
  for (const path of files) members.push(...toWanted(await findTexts(path, list), list));
  const [first, ...more] = members;
  const [path = ''] = paths;
  if (first === undefined)
    throw new OperatorError({
      en: `${path} holds no text file: give the ${list.format === 'xml' ? 'XML' : 'CSV'} of ${list.id} as published.`,
      pt: `Não há um arquivo de texto dentro: use o ${list.format === 'xml' ? 'XML' : 'CSV'} da lista ${list.id} como foi publicado.`,
    });
  const bytes = members.reduce((sum, { csvBytes }) => sum + csvBytes, 0);
  if (bytes > textBytesMax)
    throw new OperatorError({
      en: `${path} holds ${bytes} bytes of text, more than any list: it is not imported.`,
      pt: `O arquivo tem ${bytes} bytes de texto, mais do que qualquer lista: nada foi importado.`,
    });
  if (list.format === 'table' && list.beside !== undefined) {
    const isCount = ({ member }: FileMember) => list.counted !== undefined && /\.xml$/i.test(member);
    const parts = await toListTexts(
      path,
      members.filter((member) => !isCount(member)),
      list,
    );
    return { ...parts, told: await findTold(members.filter(isCount), list) };
  }
  if (more.length > 0)
    throw new OperatorError({
      en: `${path} holds several files (${members.map(({ member }) => member).join(', ')}): the file of ${list.id} has one. Extract it, and give that.`,
      pt: `Há vários arquivos dentro (${members.map(({ member }) => member).join(', ')}), e a lista ${list.id} tem um só. Extraia o certo e use só ele.`,
    });
  return { main: first, beside: new Map() };
}

/** Picks the wanted file of several in one zip. A file that comes alone may have any name. */
function toWanted(members: readonly FileMember[], list: ListKind): readonly FileMember[] {
  const wanted = list.format === 'table' ? list.wantedMember : undefined;
  if (wanted === undefined || members.length < 2) return members;
  const found = members.filter(({ member }) => wanted.test(member));
  return found.length === 0 ? members : found;
}

/** By the publisher's own count, where its file was given as well. */
async function findTold(files: readonly FileMember[], { id, counted }: TableList): Promise<number | undefined> {
  const [file, other] = files;
  if (file === undefined || counted === undefined) return undefined;
  const { root, text } = await readXmlStart(file, counted.element);
  if (other === undefined && root === counted.root && /^\d+$/.test(text)) return Number(text);
  const wrong = other ?? file;
  throw new OperatorError({
    en: `${wrong.member} is not the ${counted.file} of ${id}, which says by ${counted.element} how many entries there are: leave it out, or give that one alone.`,
    pt: `${wrong.member} não é o ${counted.file} da lista ${id}, que diz em ${counted.element} quantos registros há: deixe-o fora, ou envie só aquele.`,
  });
}

async function toListTexts(path: string, members: readonly FileMember[], list: TableList): Promise<ListTexts> {
  const found = new Map<string, FileMember>();
  for (const member of members) {
    refuseForeignName(member, list);
    const part = await findPart(member, list).catch((error: unknown) => {
      throw error instanceof TableError
        ? new OperatorError({
            en: `${member.member} cannot be read: ${error.message}`,
            pt: `${member.member} não pôde ser lido: baixe o arquivo de novo.`,
          })
        : error;
    });
    if (part === undefined)
      throw new OperatorError({
        en: `${member.member} is none of the files of ${list.id}, or its layout has changed: give only those as published.`,
        pt: `${member.member} não é um dos arquivos da lista ${list.id}, ou o formato mudou: use só os publicados.`,
      });
    const other = found.get(part);
    if (other !== undefined)
      throw new OperatorError({
        en: `${other.member} and ${member.member} are the same file of ${list.id}: give one of them.`,
        pt: `${other.member} e ${member.member} são o mesmo arquivo da lista ${list.id}: use um deles.`,
      });
    found.set(part, member);
  }
  const main = found.get('main');
  const missing = (list.beside ?? []).filter(({ file, isNeeded }) => isNeeded && !found.has(file));
  if (main === undefined || missing.length > 0)
    throw new OperatorError({
      en: `${path} has not all files of ${list.id}: ${[...(main === undefined ? ['the main one'] : []), ...missing.map(({ file }) => file)].join(' and ')} ${missing.length + (main === undefined ? 1 : 0) === 1 ? 'is' : 'are'} missing. Give all of them: their folder, their zip, or each file.`,
      pt: `Faltam arquivos da lista ${list.id}: ${[...(main === undefined ? ['o principal'] : []), ...missing.map(({ file }) => file)].join(', ')}. Envie todos em um zip.`,
    });
  found.delete('main');
  return { main, beside: found };
}

/** Without headers, files of two lists may look alike: then their names tell. */
function refuseForeignName({ member, path }: FileMember, list: TableList): void {
  const names = [member, path].map((one) => basename(one).toLowerCase());
  const other = publishedLists.find(
    (one) => one.id !== list.id && listFileNames(one).some((name) => names.includes(name)),
  );
  if (other === undefined) return;
  throw new OperatorError({
    en: `${member} is a file of ${other.id}, and not of ${list.id}. Import it as what it is: confere lists import ${other.id} FILES`,
    pt: `${member} é um arquivo da lista ${other.id}, e não da ${list.id}. Importe-o na lista certa.`,
  });
}

function listFileNames(list: ListKind): readonly string[] {
  return list.format === 'xml' || list.file === undefined
    ? []
    : [list.file, ...(list.beside ?? []).map(({ file }) => file)];
}

interface ToldDays {
  /** The publisher offered the file on this day. */
  readonly asOf: string | undefined;
  /** A program found the file on this day. The day counts only if no other source states one. */
  readonly foundOn?: string | undefined;
  readonly today: string;
}

export interface DataDays {
  /** YYYY-MM-DD: the day of the data. */
  readonly dataAsOf: string;
  /** The publisher itself offered the file on this day; null means that no source has stated such a day. */
  readonly seenOn: string | null;
}

/** By the file itself, else by what was told, else by the name of what is in the zip, else by the name of the file. */
export async function findDataDays(
  { main }: ListTexts,
  list: ListKind,
  { asOf, foundOn, today }: ToldDays,
): Promise<DataDays> {
  const root = list.format === 'xml' ? await findXmlDay(main, list) : undefined;
  const names = [main.member, main.path].map((path) => basename(path));
  const found = root ?? asOf ?? names.map((name) => list.findDay?.(name)).find((day) => day !== undefined);
  // A list of one's own is as new as its import.
  const dataAsOf = found ?? foundOn ?? (list.page === null ? today : undefined);
  if (dataAsOf === undefined)
    throw new OperatorError({
      en: `${names.at(-1)} does not say the day of its data: keep the name as published, or give the day with --as-of YYYY-MM-DD.`,
      pt: 'O arquivo não diz de que dia são os dados: mantenha o nome como foi publicado, ou informe o dia.',
    });
  for (const day of [dataAsOf, asOf ?? dataAsOf])
    if (!isRealDay(day) || day > today)
      throw new OperatorError({
        en: `The list cannot be of ${day}: that is after today (${today}), or no day. Check the name of the file and this machine's clock.`,
        pt: `Os dados não podem ser de ${day}: é depois de hoje (${today}), ou não é um dia. Confira o nome do arquivo e o relógio da máquina.`,
      });
  return { dataAsOf, seenOn: asOf ?? null };
}

/** The files in a folder, but not those in folders below it. */
async function listFolder(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  // A pipe can be read once, and waits for its writer for ever: `<(unzip …)` of a shell is one.
  if (found?.isFIFO()) throw new OperatorError(`${path} is a pipe: write its content into a file, and give that.`);
  if (found?.isDirectory() !== true) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:csv|txt|json|xml|zip)$/i.test(entry.name))
    .map(({ name }) => join(path, name))
    .sort();
}

async function findTexts(path: string, list: ListKind): Promise<readonly FileMember[]> {
  const start = await readStart(path);
  refusePage(path, start.toString('latin1').replace(/^ï»¿/, ''), list);
  const isZip = start.subarray(0, 2).toString('latin1') === 'PK';
  if (!isZip && start[0] === 0x1f && start[1] === 0x8b)
    throw new OperatorError({
      en: `${path} is packed by gzip: unpack it, or give the file of ${list.id} as published.`,
      pt: `O arquivo está compactado com gzip: descompacte, ou use o da lista ${list.id} como foi publicado.`,
    });
  const isCounted = list.format === 'table' && list.counted !== undefined;
  const wanted = list.format === 'xml' ? /\.xml$/i : isCounted ? /\.(?:csv|txt|json|xml)$/i : /\.(?:csv|txt|json)$/i;
  return listMembers(path, isZip, (name) => !isZip || wanted.test(name));
}

function refusePage(path: string, start: string, list: ListKind): void {
  const { page, id, format } = list;
  const isMarkup = /^\s*</.test(start);
  if (isMarkup && /^\s*<(?:\?xml|[A-Za-z_:]+\s+xmlns)/.test(start) && !/<html/i.test(start)) {
    const mayCount = format === 'table' && list.counted !== undefined && /\.xml$/i.test(path);
    if (format === 'xml' || mayCount) return;
    throw new OperatorError({
      en: `${path} is XML, and the file of ${id} is a table: give the file as published.`,
      pt: `O arquivo é XML, e o da lista ${id} é uma tabela: use o arquivo como foi publicado.`,
    });
  }
  const isPage = format === 'xml' ? /^\s*<(?:!doctype html|html|head|body|script)|<html/i.test(start) : isMarkup;
  if (!isPage) return;
  throw new OperatorError({
    en: `${path} is a web page and not the file of the list: its publisher has refused the download, or asks for something first. ${page === null ? 'Give the CSV itself.' : `Open ${page} in a browser and save the file from there.`}`,
    pt: `O arquivo é uma página da internet, e não a lista: o download foi recusado, ou o site pede algo antes. ${page === null ? 'Envie o próprio CSV.' : `Abra ${page} no navegador e salve o arquivo de lá.`}`,
  });
}

async function readStart(path: string): Promise<Buffer> {
  try {
    await using handle = await open(path, 'r');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(codeOf(error)))
      throw new OperatorError(`There is no file ${path}. Give the file of the list, zipped or extracted.`);
    throw findUnreadable(error, path) ?? error;
  }
}
