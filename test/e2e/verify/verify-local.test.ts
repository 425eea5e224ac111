// `confere verify` with the registry of this machine, and with everything that can be wrong with a file.

import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { openZipParts } from '../../../src/bulk/xlsx/zip-parts.ts';
import { completeCnpj, formatCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { main } from '../../support/program.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { recordedRows } from '../../support/registry/recorded-companies.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';
import { useCommands } from '../../support/service/commands.ts';
import { canMount } from '../../support/service/disks.ts';
import { confere, confereWithInput, createHome } from '../../support/service/process.ts';
import { startVerify } from '../../support/service/verify-run.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { toZip, writeXlsx } from '../../support/xlsx.ts';

const home = createHome();
const hasScript = existsSync('/usr/bin/script');
const known = completeCnpj('191312430001');
const unknown = completeCnpj('009999990001');

/** For all but the first test of each kind, which has a process of its own. */
const { confereHere } = useCommands();

beforeAll(async () => {
  const registry = join(home.env['CONFERE_DATA_DIR'] as string, 'registry');
  await importInto(registry, writeDump(join(home.directory, 'dump'), recordedRows));
});

const verify = (...args: string[]) => confereHere(home, 'verify', ...args);

function write(name: string, content: string | Buffer): { path: string; out: string } {
  const folder = createTemporaryFolder('verify');
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, out: join(folder, 'results.csv') };
}

const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

async function readSheet(path: string): Promise<string> {
  const parts = await openZipParts(path);
  let text = '';
  for await (const piece of parts.read('xl/worksheets/sheet1.xml')) text += piece;
  parts.close();
  return text;
}

const rowsOf = (out: string, delimiter: string) =>
  readFileSync(out, 'utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(delimiter));

/** Packed a thousand times smaller than what it unpacks to. */
function toBomb(): Buffer {
  return toZip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': Buffer.alloc(80 * 1024 * 1024, ' '),
  });
}

describe('a table of companies', () => {
  test('is answered from the registry without a key: columns stay, numbers are mended, bad rows are told by line', async () => {
    const { path, out } = write(
      'empresas.csv',
      Buffer.from(
        `ID;Nº CNPJ;Razão Social;"Observação; livre"\r\n1;${formatCnpj(known)};;"a;b"\r\n2;${unknown.slice(2)};Padaria;x\r\n3;11111111111111;;\r\n4;${known};x\r\n`,
        'latin1',
      ),
    );
    const { code, stderr } = await confere(home, 'verify', path, '--out', out);
    expect(code).toBe(3);
    expect(stderr).toContain('line 4: invalid_check_digits: The check digits do not match');
    expect(stderr).toContain('Numbers mended: 1');
    const text = readFileSync(out, 'utf8');
    // It was Windows-1252, and a spreadsheet would show UTF-8 without its mark as something else.
    expect(text.startsWith('\ufeffID;')).toBe(true);
    expect(text).toContain('ID;Nº CNPJ;Razão Social;"Observação; livre";confere_line;confere_outcome;');
    expect(text).toContain(`1;${formatCnpj(known)};;"a;b";2;answered;;;${known};verified;`);
    expect(text).toContain(
      `2;${unknown.slice(2)};Padaria;x;3;answered;;leading_zeros;${unknown};not_found;high;company_not_found;`,
    );
    expect(text).toContain('3;11111111111111;;;4;invalid;invalid_check_digits;');
    const { stdout } = await confereHere(home, 'audit', 'list');
    expect(stdout).toContain('companies_verified');
  });

  test('may be NDJSON or a spreadsheet, and come by the standard input and go by the standard output', async () => {
    const piped = await confereWithInput(home, `{"cnpj":"${known}","x":[1]}\n`, 'verify', '-');
    expect(JSON.parse(piped.stdout)).toMatchObject({
      cnpj: known,
      x: [1],
      confere: { outcome: 'answered', answer: { status: 'verified' } },
    });
    const { path, out } = write('x', '');
    writeXlsx(path, {
      sheet: `<row r="1">${cell('A1', 'CNPJ')}${cell('B1', 'Id')}</row><row r="2">${cell('A2', known)}</row><row r="3"><c r="A3"><f>A2</f></c><c r="B3"><v>1</v></c></row>
        <row r="4">${cell('A4', known)}</row><row r="5"><c r="B5"><v>5</v></c></row>`,
      behind: '<mergeCells count="1"><mergeCell ref="A4:A5"/></mergeCells>',
    });
    const { code, stderr } = await verify(path, '--out', out);
    expect(code).toBe(3);
    expect(stderr).toContain('line 3: formula_without_value: The cell holds a formula whose value was not saved');
    expect(stderr).toContain('line 5: merged_cell: The cell is merged with the one above');
    expect(
      rowsOf(out, ';')
        .slice(1)
        .map((row) => row.slice(0, 5)),
    ).toEqual([
      [known, '', '2', 'answered', ''],
      ['', '1', '3', 'invalid', 'formula_without_value'],
      [known, '', '4', 'answered', ''],
      ['', '5', '5', 'invalid', 'merged_cell'],
    ]);
  });

  test('of a spreadsheet is a copy of it: cells stay what they were, and what is said names what was not read', async () => {
    const folder = createTemporaryFolder('verify');
    const [path, out] = [join(folder, 'empresas.xlsx'), join(folder, 'results.xlsx')];
    const titles = ['CNPJ', 'Visto em', 'Hora', 'Saldo', 'Nota'].map((name, index) => cell(`${'ABCDE'[index]}3`, name));
    writeXlsx(path, {
      sheets: ['Empresas', 'Notas'],
      forms: [0, 22, 20],
      sheet:
        `<row r="1">${cell('A1', 'Carteira')}</row><row r="3">${titles.join('')}</row>` +
        `<row r="4">${cell('A4', `CNPJ ${known}`)}<c r="B4" s="1"><v>45356.604166666664</v></c><c r="C4" s="2"><v>0.36458333333333331</v></c><c r="D4"><v>1234.56</v></c>${cell('E4', '=1+1')}</row>` +
        '<row r="5"><c r="A5"><f>A4</f><v></v></c></row>',
    });
    const { code, stderr } = await verify(path, '--out', out);
    expect(code).toBe(3);
    expect(stderr).toContain('The header is in line 3.');
    expect(stderr).toContain('Sheet: Empresas. Not read: Notas (give --sheet).');
    expect(stderr).toContain('line 5: formula_without_value');
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['empresas.xlsx', 'results.xlsx']);
    const [before, after] = [await readSheet(path), await readSheet(out)];
    // All that is added stands to the right of what was there.
    expect(after.replace(/<c r="(?:[F-Z]|[A-Z]{2})\d+".*?<\/c>/g, '')).toBe(before);
    expect(after).toContain('<c r="F4"><v>4</v></c><c r="G4" t="inlineStr"><is><t xml:space="preserve">answered<');
    const { stdout } = await verify(path, '--format', 'csv');
    expect(stdout.split('\r\n')[1]).toContain(`CNPJ ${known};2024-03-05 14:30:00;08:45:00;1234,56;'=1+1;4;answered`);
    expect((await verify(path, '--format', 'xlsx')).stderr).toContain(
      'A spreadsheet cannot go to the standard output: give --out',
    );
  });

  test('of Windows-1252 comes out with a mark, also where its first accent comes late; decimal commas stay', async () => {
    const late = `${`${known};plain;1,50\n`.repeat(3000)}${known};São;2,75\n`;
    const { path, out } = write('late.csv', Buffer.from(`cnpj;nota;valor\n${late}`, 'latin1'));
    expect((await verify(path, '--out', out)).code).toBe(0);
    const text = readFileSync(out, 'utf8');
    expect(text.startsWith('\ufeffcnpj;nota;valor;confere_line;')).toBe(true);
    expect(text).toContain(`\n${known};São;2,75;3002;answered;`);
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  test('is only looked at by --dry-run: rows, people, companies, calls, and nobody is asked', async () => {
    const [ana, bia] = [completeCpf('404428201'), completeCpf('300000001')];
    const { path, out } = write(
      'both.csv',
      `Documento;Nome;D.N.\n${ana};Ana;21/05/1990\n${ana};Ana;21/05/1990\n${ana};Ana Lima;21/05/1990\n${bia};;01/01/1980\n${known};;\nx;;\n`,
    );
    const { code, stdout } = await verify(path, '--out', out, '--dry-run');
    expect([code, stdout.split('\n')]).toEqual([
      0,
      [
        'COLUMN     READ AS     ROW 1, MASKED  ROW 2, MASKED  ROW 3, MASKED',
        'Documento  document    99999999999    99999999999    99999999999',
        'Nome       name        Aaa            Aaa            Aaa Aaaa',
        'D.N.       (not used)  99/99/9999     99/99/9999     99/99/9999',
        'Not used: D.N. (give --birth-date)',
        'No column of birth dates: they are not compared.',
        '6 rows: 2 people, 1 companies; 1 rows cannot be asked about.',
        '  line 7: invalid_format: The number is not a CPF (11 digits) or CNPJ (14 characters) in any usual form.',
        'Calls to sources, at most: bureau_a 3, bureau_b 3, fraud_registry 3',
        'Nobody was asked.',
        '',
      ],
    ]);
    expect(existsSync(out)).toBe(false);
    expect(JSON.parse((await verify(path, '--dry-run', '--json')).stdout)).toMatchObject({
      rows: 6,
      people: 2,
      companies: 1,
      invalid: 1,
      problems: { invalid_format: 1 },
      source_calls_max: { bureau_a: 3, bureau_b: 3, fraud_registry: 3 },
      not_used: [{ name: 'D.N.', role: 'birth_date' }],
      not_compared: ['birth_date'],
      table: [{ position: 1, name: 'Documento', role: 'document' }, { role: 'name' }, { name: 'D.N.', role: null }],
    });
  });

  test('that compares nothing but numbers says so in its last line, and one that compares names does not', async () => {
    const lastLine = async (name: string, text: string) => {
      const { path, out } = write(name, text);
      const { code, stderr } = await verify(path, '--out', out);
      expect(code).toBe(0);
      return stderr.trim().split('\n').at(-1);
    };
    const bare = 'Nothing but the numbers was compared: no answer says whose number it is.';
    expect(await lastLine('bare.csv', `cnpj\n${known}\n`)).toBe(bare);
    expect(await lastLine('empty-names.csv', `cnpj;nome\n${known};\n`)).toBe(bare);
    expect(await lastLine('named.csv', `cnpj;nome\n${known};Padaria\n`)).not.toBe(bare);
  });

  test('put together from two encodings is read as what each line is; a line that is both is told, and nothing else is lost', async () => {
    const name = 'Padaria São João';
    const { path, out } = write(
      'table.csv',
      Buffer.concat([
        Buffer.from(`cnpj;nome\n${known};${name}\n`),
        Buffer.from(`${known};${name}\n`, 'latin1'),
        Buffer.from(`${known};Padaria São `),
        Buffer.from('João\n', 'latin1'),
      ]),
    );
    const { code, stderr } = await verify(path, '--out', out);
    expect(code).toBe(3);
    expect(stderr).toContain('Two encodings: 1 lines of Latin-1 among lines of UTF-8; each was read as what it is.');
    expect(stderr).toContain('line 4: mixed_encoding: The line holds UTF-8 and Latin-1 at once');
    const rows = rowsOf(out, ';').slice(1);
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      [known, 'Padaria São João', '2', 'answered'],
      [known, 'Padaria São João', '3', 'answered'],
      [known, expect.stringContaining('São'), '4', 'invalid'],
    ]);
  });

  test('whose rows repeat each other is answered row by row, and alike', async () => {
    const { path, out } = write('table.csv', `id;cnpj\n1;${known}\n2;${known}\n3;${formatCnpj(known)}\n`);
    expect((await verify(path, '--out', out)).code).toBe(0);
    const answers = rowsOf(out, ';')
      .slice(1)
      .map((row) => row.slice(6).join(';'));
    expect([answers.length, new Set(answers).size]).toEqual([3, 1]);
  });

  test('may be longer than any text of Node: what is no row in it is told in one line, and it takes no memory', async () => {
    const { path, out } = write('table.csv', `cnpj\n${`${known}\n`.repeat(400)}`);
    // A hole, which takes no room on the disk.
    truncateSync(path, 544 * 1024 ** 2);
    const run = startVerify(home, [path, '--out', out]);
    const { code, stderr } = await run.done;
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('line 402: row_too_long: The row is longer than 1 MiB.'),
    ]);
    expect(stderr).toContain('401 rows, 400 answered');
    expect(run.peakBytes()).toBeLessThan(480 * 1024 ** 2);
  });

  test.skipIf(!hasScript)('shows a bar on a terminal, with every line of its own', async () => {
    const { path, out } = write('table.csv', `cnpj\n${known}\n`);
    const command = `'${process.execPath}' '${main}' verify '${path}' --out '${out}'`;
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      cwd: home.directory,
      env: { ...process.env, ...home.env },
    });
    const lines = stripVTControlCharacters(stdout).split(/[\r\n]+/);
    expect(lines.filter((line) => line.includes('Asking'))).toEqual([
      expect.stringMatching(/^Asking the registry of /),
    ]);
    expect(lines.filter((line) => line.includes('1 row, 1 answered'))).toEqual([expect.stringMatching(/^1 row, 1 /)]);
    expect(stdout).toMatch(/100 % 1 rows/);
  });
});

describe('what is wrong is told in a sentence, and nothing is done', () => {
  const cases: [string, string | Buffer, string[], string][] = [
    ['the wrong delimiter', 'cnpj;nome\n1;x\n', ['--delimiter', ','], 'The columns seem to be separated by ;.'],
    ['no column of numbers', 'id,nome\n1,x\n', [], 'No column is called cpf, cnpj or documento.'],
    [
      'a column that is not there',
      'cnpj\n1\n',
      ['--company-name', 'firma'],
      '--company-name firma: there is no such column',
    ],
    ['an empty file', '', [], 'The file is empty.'],
    ['a compressed file', Buffer.from('1f8b0800', 'hex'), [], 'gunzip -c'],
    ['an archive that is no spreadsheet', Buffer.from('504b0304', 'hex'), [], 'The spreadsheet is damaged'],
    ['a spreadsheet that is a zip bomb', toBomb(), [], 'unpacks to far more than a table of its size would'],
    ['results of an earlier run', 'cnpj,confere_status\n1,x\n', [], 'of an earlier run'],
    ['an output that is a spreadsheet', 'cnpj\n1\n', ['--out', 'x.xlsx'], 'a name that ends in .csv'],
    [
      'a key in the address',
      'cnpj\n1\n',
      ['--url', 'http://key@127.0.0.1'],
      'the key is given by CONFERE_API_KEY or --key-file',
    ],
    ['a service without a key', 'cnpj\n1\n', ['--url', 'http://127.0.0.1:9'], 'There is no API key.'],
  ];
  test.each(cases)('%s', async (name, content, flags, sentence) => {
    const { path, out } = write('table', content);
    const run = name === cases[0]?.[0] ? confere : confereHere;
    const { code, stderr } = await run(home, 'verify', path, '--out', out, ...flags);
    expect([code, existsSync(out), existsSync(`${out}.part`)]).toEqual([2, false, false]);
    expect(stderr).toContain(sentence);
  });

  test('an output that exists, unless it is to be replaced', async () => {
    const { path, out } = write('table.csv', `cnpj\n${known}\n`);
    writeFileSync(out, 'mine');
    const refused = await verify(path, '--out', out);
    expect([refused.code, readFileSync(out, 'utf8')]).toEqual([2, 'mine']);
    expect(refused.stderr).toContain('already exists. Give another name, or --force to replace it.');
    expect((await verify(path, '--out', out, '--force')).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toContain('verified');
  });
});

const isMountable = canMount();

test.skipIf(!isMountable)('a full disk stops the run with a sentence, and with room it goes on', async () => {
  const rows = 4_000;
  const { path } = write('table.csv', `cnpj\n${`${known}\n`.repeat(rows)}`);
  const disk = join(createTemporaryFolder('verify'), 'disk');
  mkdirSync(disk);
  // One small disk for two runs: it is full for the first and larger for the second.
  const script = `mount -t tmpfs -o size=384k tmpfs "$0" && "$1" "$2" verify "$3" --out "$0/r.csv" --quiet; echo "first $?";
    mount -o remount,size=64m "$0" && "$1" "$2" verify "$3" --out "$0/r.csv"; echo "second $?"; wc -l < "$0/r.csv"`;
  const child = spawn('unshare', ['--mount', 'sh', '-c', script, disk, process.execPath, main, path], {
    cwd: home.directory,
    env: { ...process.env, ...home.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  await new Promise((resolve) => child.on('close', resolve));
  expect(output).toMatch(
    /The disk is full\.[^\n]*\nNothing is lost: run the same command again to resume\.\nfirst 1\n/,
  );
  expect(output).toContain(`${rows.toLocaleString('en')} rows, ${rows.toLocaleString('en')} answered`);
  expect(output).toMatch(new RegExp(`second 0\n${rows + 1}\n$`));
});
