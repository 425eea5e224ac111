// The file that an operator has put there: which text in it is the list's, and of which day.

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { type FileMember, findUnreadable, listMembers } from '../../datasets/files/file-member.ts';
import { isRealDay } from '../../domain/dates/calendar.ts';
import { OperatorError } from '../../errors.ts';
import type { ListKind } from '../lists/list-kind.ts';

/** All lists of today together are smaller. A zip of some kilobytes can claim any size. */
const textBytesMax = 2 ** 30;

/** Throws an OperatorError that says what the file is in place of the list. */
export async function findListText(path: string, { page, id }: ListKind): Promise<FileMember> {
  const start = await readStart(path);
  if (/^\s*</.test(start.toString('latin1').replace(/^ï»¿/, '')))
    throw new OperatorError(
      `${path} is a web page and not the file of the list: its publisher has refused the download, or asks for something first. ${page === null ? 'Give the CSV itself.' : `Open ${page} in a browser and save the file from there.`}`,
    );
  const isZip = start.subarray(0, 2).toString('latin1') === 'PK';
  if (!isZip && start[0] === 0x1f && start[1] === 0x8b)
    throw new OperatorError(`${path} is packed by gzip: unpack it, or give the zip of ${id} as published.`);
  const members = await listMembers(path, isZip, (name) => !isZip || /\.(?:csv|txt|json)$/i.test(name));
  const [text, ...more] = members;
  if (text === undefined) throw new OperatorError(`${path} holds no text file: give the file of ${id} as published.`);
  if (more.length > 0)
    throw new OperatorError(
      `${path} holds several files (${members.map(({ member }) => member).join(', ')}): the file of ${id} has one. Extract it, and give that.`,
    );
  if (text.csvBytes > textBytesMax)
    throw new OperatorError(`${path} holds ${text.csvBytes} bytes of text, more than any list: it is not imported.`);
  return text;
}

/** By what was told, else by the name of what is in the zip, else by the name of the file. */
export function findDataDay(member: FileMember, list: ListKind, told: string | undefined, today: string): string {
  const names = [member.member, member.path].map((path) => basename(path));
  const found = told ?? names.map((name) => list.findDay(name)).find((day) => day !== undefined);
  // A list of one's own is as new as its import.
  const day = found ?? (list.page === null ? today : undefined);
  if (day === undefined)
    throw new OperatorError(
      `${names.at(-1)} does not say of which day the list is: keep the name as published, or say it with --as-of YYYY-MM-DD.`,
    );
  if (!isRealDay(day) || day > today)
    throw new OperatorError(
      `The list cannot be of ${day}: that is after today (${today}), or no day. Check the name of the file and this machine's clock.`,
    );
  return day;
}

async function readStart(path: string): Promise<Buffer> {
  try {
    const handle = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      throw new OperatorError(`${path} is not a file: give the file of the list, zipped or extracted.`);
    throw findUnreadable(error, path) ?? error;
  }
}
