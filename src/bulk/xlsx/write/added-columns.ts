// Adds cells to the rows of a sheet as its XML goes by. All that was there passes on as it is. Only two hints at the sheet's size go,
// which would be wrong, and empty cells in the place of the new ones.

import { type AddedCells, TableError } from '../../../app/bulk/table.ts';
import { columnOf, toColumnName } from '../cell-reference.ts';

export interface AddedColumns {
  /** The row that gets their names; undefined where there is no header. */
  readonly headerLine: number | undefined;
  readonly names: readonly string[];
  /** Where the first of them stands, counted from 0. */
  readonly firstColumn: number;
  /** `added` yields the added cells in the order of the rows. */
  readonly added: AsyncIterator<AddedCells>;
}

const columnsMax = 16_384;

export async function* addColumns(pieces: AsyncIterable<string>, columns: AddedColumns): AsyncGenerator<string> {
  if (columns.firstColumn + columns.names.length > columnsMax) {
    throw new TableError('The sheet has no room for more columns. Write CSV: --format csv');
  }
  const adder = new ColumnAdder(columns);
  let pending = '';
  for await (const piece of pieces) {
    pending += piece;
    let [text, at] = ['', 0];
    for (let end = findTokenEnd(pending, at); end > 0; end = findTokenEnd(pending, at)) {
      const token = pending.slice(at, end);
      const next = adder.next(token);
      text += typeof next === 'string' ? next : await next;
      at = end;
    }
    pending = pending.slice(at);
    if (text !== '') yield text;
  }
  yield pending;
}

/** Where the tag, comment or text ends that begins at `from`; 0 where it is not whole yet. */
function findTokenEnd(text: string, from: number): number {
  if (text[from] !== '<') return Math.max(0, text.indexOf('<', from));
  if (!text.startsWith('<!', from)) return text.indexOf('>', from) + 1;
  const closing = text.startsWith('<!--', from) ? '-->' : ']]>';
  const end = text.indexOf(closing, from);
  return end < 0 ? 0 : end + closing.length;
}

class ColumnAdder {
  readonly #columns: AddedColumns;
  #line = 0;
  #column = -1;
  /** `#cells` holds the added cells for the row that is open. */
  #cells: AddedCells['values'] | undefined;
  #following: AddedCells | undefined;
  #hasBegun = false;
  #prefix = '';
  /** The look of the last cell of the header, which its new cells share. */
  #style = '';
  #isSkipping = false;

  constructor(columns: AddedColumns) {
    this.#columns = columns;
  }

  next(token: string): string | Promise<string> {
    const tag = /^<(\/?)([\w.-]+:)?([\w.-]+)/.exec(token);
    const [, slash = '', prefix = '', name = ''] = tag ?? [];
    if (name === 'c') return this.#passCell(token, slash === '/');
    if (this.#isSkipping) return '';
    if (name === 'dimension') return '';
    if (name !== 'row') return token;
    if (slash === '/') return this.#closeRow() + token;
    return this.#openRow(token, prefix);
  }

  async #openRow(token: string, prefix: string): Promise<string> {
    const written = /\sr\s*=\s*["'](\d+)["']/.exec(token)?.[1];
    this.#line = written === undefined ? this.#line + 1 : Number(written);
    this.#column = -1;
    this.#prefix = prefix;
    this.#style = '';
    this.#cells = await this.#findCells();
    const open = this.#cells === undefined ? token : token.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '');
    if (!open.endsWith('/>') || this.#cells === undefined) return open;
    return `${open.slice(0, -2)}>${this.#closeRow()}</${prefix}row>`;
  }

  async #findCells(): Promise<AddedCells['values'] | undefined> {
    if (this.#line === this.#columns.headerLine) return this.#columns.names;
    if (!this.#hasBegun) await this.#step();
    this.#hasBegun = true;
    if (this.#following?.line !== this.#line) return undefined;
    const { values } = this.#following;
    await this.#step();
    return values;
  }

  async #step(): Promise<void> {
    const next = await this.#columns.added.next();
    this.#following = next.done === true ? undefined : next.value;
  }

  #passCell(token: string, isEnd: boolean): string {
    if (isEnd) {
      const isSkipped = this.#isSkipping;
      this.#isSkipping = false;
      return isSkipped ? '' : token;
    }
    const reference = /\sr\s*=\s*["']([A-Za-z]+)\d*["']/.exec(token)?.[1];
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (this.#cells !== undefined && this.#column >= this.#columns.firstColumn) {
      this.#isSkipping = !token.endsWith('/>');
      return '';
    }
    this.#style = /\ss\s*=\s*["'](\d+)["']/.exec(token)?.[1] ?? '';
    return token;
  }

  #closeRow(): string {
    const cells = this.#cells ?? [];
    this.#cells = undefined;
    const style = this.#line === this.#columns.headerLine && this.#style !== '' ? ` s="${this.#style}"` : '';
    return cells
      .map((value, index) => {
        const at = `${toColumnName(this.#columns.firstColumn + index)}${this.#line}`;
        return value === null ? '' : toCellXml(value, ` r="${at}"${style}`, this.#prefix);
      })
      .join('');
  }
}

function toCellXml(value: string | number | boolean, attributes: string, prefix: string): string {
  const of = (name: string, content: string, more = '') => `<${prefix}${name}${more}>${content}</${prefix}${name}>`;
  if (typeof value === 'number') return of('c', of('v', String(value)), attributes);
  if (typeof value === 'boolean') return of('c', of('v', value ? '1' : '0'), `${attributes} t="b"`);
  const text = of('t', toXmlText(value), ' xml:space="preserve"');
  return of('c', of('is', text), `${attributes} t="inlineStr"`);
}

/** Removes the characters that XML does not allow. */
export function toXmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
