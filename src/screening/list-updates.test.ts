import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSanctions, toCp1252, toListCsv, writeZipOf } from '../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../test/support/lists/lists-place.ts';
import {
  toCanada,
  toConsolidatedScreening,
  toElectedCsv,
  toSwitzerland,
  toUnitedKingdom,
} from '../../test/support/lists/opt-in-lists.ts';
import { type Answer, type PublisherServer, startPublisherServer } from '../../test/support/lists/publisher-server.ts';
import { toEuropeanUnion, toUnitedNations } from '../../test/support/lists/xml-lists.ts';
import { type ListUpdate, toExitCode, updateLists } from '../app/screening/lists/update-lists.ts';
import { completeCpf, formatCpf } from '../domain/numbers/cpf.ts';
import { parseStamps } from './download/dated-files.ts';
import { findDownload } from './download/list-download.ts';
import { createPublisherClient, type PublisherTools } from './download/publisher-client.ts';
import { forgetList, giveUpList } from './forget-list.ts';
import { listUpdatable, openListUpdate } from './list-updates.ts';
import { publishedLists } from './lists/catalogue.ts';
import { ceis } from './lists/cgu/ceis.ts';
import { cnep } from './lists/cgu/cnep.ts';
import { pep } from './lists/cgu/pep.ts';
import { rollBackList } from './maintenance.ts';

let server: PublisherServer;
beforeAll(async () => {
  server = await startPublisherServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const dayMs = 86_400_000;
const portal = 'portaldatransparencia.gov.br/download-de-dados';
const storage = 'dadosabertos-download.cgu.gov.br/PortalDaTransparencia/saida';
const bcb = 'olinda.bcb.gov.br/olinda/servico/Gepad_QuadrosGeraisInternet/versao/v1/odata';
const inabilitados = `${bcb}/QuadroGeralInabilitados?$format=json`;
const proibidos = `${bcb}/QuadroGeralProibidos?$format=json`;

function createPlace() {
  const place = createListsPlace();
  const { directory, clock } = place;
  const slept: number[] = [];
  const run = async (
    lists: readonly string[],
    more: Partial<PublisherTools> & {
      force?: readonly string[];
      signal?: AbortSignal;
      token?: string;
      isMirror?: boolean;
    } = {},
  ): Promise<readonly ListUpdate[]> => {
    clock.advance(1000);
    const { force = [], signal = new AbortController().signal, token, isMirror = false, ...tools } = more;
    // The server stands for the publishers themselves, or with `isMirror` for a mirror of them.
    const opened = createPublisherClient({
      mirror: server.url,
      clock,
      random: () => 0,
      sleep: async (ms) => void slept.push(ms),
      pauseMs: 0,
      stallMs: 60_000,
      deadlineMs: 600_000,
      attemptsMax: 3,
      onRetry: () => {},
      ...tools,
    });
    const client = { ...opened, asksPublishers: !isMirror };
    const update = { directory, client, clock, needed: [], token, onStart: () => {}, onBytes: () => {} };
    try {
      return await updateLists((list) => openListUpdate(update, list), {
        lists,
        overridden: force,
        signal,
        onBegin: () => {},
        onEnd: () => {},
      });
    } finally {
      await client.close();
    }
  };
  const zip = (name: string, csv: string): Buffer => readFileSync(place.zip(name, csv));
  return { ...place, slept, run, zip };
}

const content = (text: Buffer | string, headers: Record<string, string> = {}): Answer => ({
  kind: 'content',
  content: text,
  headers,
});

const redirect = (location: string): Answer => ({ kind: 'status', status: 302, headers: { location } });

/** The page, the redirect and the file of one day, as the CGU has them. */
function offer(list: string, stamp: string, file: Buffer): void {
  const name = list.toUpperCase();
  const day = stamp.slice(6);
  server.answers.set(
    `${portal}/${list}`,
    content(
      `<html>…<script>arquivos.push({"ano" : "${stamp.slice(0, 4)}", "mes" : "${stamp.slice(4, 6)}", "dia" : "${day}", "origem" :  "${name}"});</script>`,
    ),
  );
  offerFile(list, stamp, file);
}

function offerFile(list: string, stamp: string, file: Buffer): void {
  const target = `${storage}/${list}/${stamp}_${list.toUpperCase()}.zip`;
  server.answers.set(`${portal}/${list}/${stamp}`, redirect(`https://${target}`));
  server.answers.set(target, content(file));
}

const people = (...numbers: readonly number[]) =>
  JSON.stringify({
    value: numbers.map((number) => ({
      CPF: completeCpf(`3${String(number).padStart(8, '0')}`),
      Nome: `FULANO ${number}`,
      PAS: String(number),
      Prazo_em_anos: 5,
      Inicio_do_cumprimento: '2024-01-31T00:00:00',
      Prazo_final_penalidade: '31/01/2029',
    })),
  });

describe('the files of the CGU', () => {
  test('come by the day that their page names, and the same day is not fetched again', async () => {
    const { run, zip, statusOf } = createPlace();
    offer('ceis', '20261019', zip('20261019_CEIS', toListCsv(ceis.layout, makeSanctions(30))));
    expect(await run(['ceis'])).toMatchObject([
      { kind: 'updated', list: 'ceis', imported: { dataAsOf: '2026-10-19', counts: { entries: 30 } } },
    ]);
    expect(server.asked.map(({ path }) => path)).toEqual([
      `${portal}/ceis`,
      `${portal}/ceis/20261019`,
      `${storage}/ceis/20261019_CEIS.zip`,
    ]);
    expect(server.asked[0]?.headers).toMatchObject({ 'user-agent': expect.stringMatching(/^Confere-/) });
    const live = statusOf('ceis')?.live?.id;
    server.asked.length = 0;
    expect(await run(['ceis'])).toEqual([{ kind: 'unchanged', list: 'ceis', dataAsOf: '2026-10-19' }]);
    expect(server.asked).toHaveLength(1);
    expect(statusOf('ceis')?.live?.id).toBe(live);
  });

  test('are looked for day by day where the page names none, and month by month those of the PEP', async () => {
    const { run, zip } = createPlace();
    offerFile('ceis', '20261017', zip('20261017_CEIS', toListCsv(ceis.layout, makeSanctions(3))));
    const office = { document: '***.456.789-**', name: 'JOSÉ EXEMPLO', function: 'VEREADOR' };
    offerFile('pep', '202608', zip('202608_PEP', toListCsv(pep.layout, [office])));
    expect(await run(['ceis', 'pep'])).toMatchObject([
      { kind: 'updated', imported: { dataAsOf: '2026-10-17' } },
      { kind: 'updated', imported: { dataAsOf: '2026-08-01' } },
    ]);
  });

  test('that are all refused are asked for by hand, with the address of their page', async () => {
    const { run, statusOf } = createPlace();
    const updates = await run(['cepim']);
    expect(updates).toMatchObject([
      {
        kind: 'failed',
        exitCode: 2,
        reason: expect.stringMatching(
          /no file of the last 8 days.*browser from https:\/\/portaldatransparencia.*confere lists import cepim FILE/,
        ),
      },
    ]);
    // Today and eight days before, after the page.
    expect(server.asked).toHaveLength(10);
    expect(statusOf('cepim')).toMatchObject({ state: 'missing', last_update: { outcome: 'failed' } });
  });

  test('replaced by a web page with status 200 are not imported, and no other day is tried', async () => {
    const { run } = createPlace();
    offer('ceis', '20261019', Buffer.from('<!DOCTYPE html><html><body>Request Rejected</body></html>'));
    expect(await run(['ceis'])).toMatchObject([
      { kind: 'failed', exitCode: 2, reason: expect.stringMatching(/web page in place of the file.*in a browser/) },
    ]);
    expect(server.asked).toHaveLength(3);
  });

  test('of another list are refused, and the old list serves on', async () => {
    const { run, zip, statusOf, clock } = createPlace();
    offer('ceis', '20261019', zip('20261019_CEIS', toListCsv(ceis.layout, makeSanctions(30))));
    await run(['ceis']);
    clock.advance(dayMs);
    offer('ceis', '20261020', zip('20261020_CEIS', toListCsv(cnep.layout, makeSanctions(30)).replace('CEIS', 'CNEP')));
    expect(await run(['ceis'])).toMatchObject([{ kind: 'failed', exitCode: 2 }]);
    expect(statusOf('ceis')).toMatchObject({ live: { data_as_of: '2026-10-19', entries: 30 } });
  });

  test('that have lost half of their rows are refused, unless that is overridden by name', async () => {
    const { run, zip, clock } = createPlace();
    offer('ceis', '20261019', zip('20261019_CEIS', toListCsv(ceis.layout, makeSanctions(60))));
    await run(['ceis']);
    clock.advance(dayMs);
    offer('ceis', '20261020', zip('20261020_CEIS', toListCsv(ceis.layout, makeSanctions(20))));
    expect(await run(['ceis'])).toMatchObject([
      { kind: 'failed', reason: expect.stringContaining('--force fewer_rows') },
    ]);
    expect(await run(['ceis'], { force: ['fewer_rows'] })).toMatchObject([
      { kind: 'updated', imported: { counts: { entries: 20 } } },
    ]);
  });

  test('are fetched once more where they arrive damaged, and no third time', async () => {
    const { run, zip } = createPlace();
    const whole = zip('20261019_CEIS', toListCsv(ceis.layout, makeSanctions(30)));
    const damaged = Buffer.from(whole);
    damaged[60] = ~(damaged[60] as number) & 0xff;
    offer('ceis', '20261019', whole);
    const target = `${storage}/ceis/20261019_CEIS.zip`;
    server.answers.set(target, (turn) => content(turn === 0 ? damaged : whole));
    expect(await run(['ceis'])).toMatchObject([{ kind: 'updated', imported: { counts: { entries: 30 } } }]);
    server.reset();
    offer('cnep', '20261019', damaged);
    expect(await run(['cnep'])).toMatchObject([{ kind: 'failed', reason: expect.stringContaining('damaged') }]);
    expect(server.asked.filter(({ path }) => path === `${storage}/cnep/20261019_CNEP.zip`)).toHaveLength(2);
  });

  test('are named by the newest entry of the page', () => {
    const page =
      'arquivos.push({"ano" : "2026", "mes" : "09", "dia" : "30", "origem" : "X"});arquivos.push({"ano":"2026","mes":"13","dia":"01"});';
    expect(parseStamps(page, 'day')).toEqual(['20260930']);
    expect(parseStamps('{"ano" : "2026", "mes" : "09", "dia" : "", "origem" : "PEP"}', 'month')).toEqual(['202609']);
    expect(parseStamps('{"ano" : "2026", "mes" : "09", "dia" : ""}', 'day')).toEqual([]);
  });
});

describe('a file that says its own day', () => {
  const consolidated = 'scsanctions.un.org/resources/xml/en/consolidated.xml';
  const generated = (day: string) => toUnitedNations().toString().replace('2026-10-10', day);

  test('is of that day, and stays current for as long as the publisher offers it', async () => {
    const { run, clock, statusOf } = createPlace();
    server.answers.set(consolidated, content(generated('2026-09-10')));
    expect(await run(['onu'])).toMatchObject([{ kind: 'updated', imported: { dataAsOf: '2026-09-10' } }]);
    expect(statusOf('onu')).toMatchObject({ state: 'current', live: { seen_on: '2026-10-20' } });
    clock.advance(dayMs);
    expect(await run(['onu'])).toMatchObject([{ kind: 'unchanged' }]);
    clock.advance(2 * dayMs);
    expect(await run(['onu'])).toMatchObject([{ kind: 'updated', imported: { dataAsOf: '2026-09-10' } }]);
    expect(statusOf('onu')).toMatchObject({
      state: 'current',
      live: { seen_on: '2026-10-23', unchanged_since: '2026-09-10' },
    });
    clock.advance(4 * dayMs);
    expect(statusOf('onu')).toMatchObject({ state: 'stale' });
  });

  test('is as old as that day at a mirror, which is current while its file grows younger', async () => {
    const { run, clock, statusOf } = createPlace();
    server.answers.set(consolidated, content(generated('2026-10-19')));
    await run(['onu'], { isMirror: true });
    expect(statusOf('onu')).toMatchObject({ state: 'current', live: { data_as_of: '2026-10-19', seen_on: null } });
    clock.advance(2 * dayMs);
    server.answers.set(consolidated, content(generated('2026-10-22')));
    expect(await run(['onu'], { isMirror: true })).toMatchObject([{ imported: { dataAsOf: '2026-10-22' } }]);
    const live = statusOf('onu')?.live?.id;
    clock.advance(4 * dayMs);
    for (const _ of [1, 2]) expect(await run(['onu'], { isMirror: true })).toMatchObject([{ kind: 'unchanged' }]);
    expect(statusOf('onu')).toMatchObject({ state: 'stale', live: { id: live, unchanged_since: '2026-10-19' } });
  });

  test('is refused where it is older than the live one, unless somebody knows better', async () => {
    const { run } = createPlace();
    server.answers.set(consolidated, content(generated('2026-10-19')));
    await run(['onu']);
    server.answers.set(consolidated, content(generated('2026-10-01')));
    expect(await run(['onu'])).toMatchObject([
      { kind: 'failed', reason: expect.stringMatching(/is of 2026-10-01, the live list is of 2026-10-19/) },
    ]);
    server.answers.set(consolidated, content(generated('2026-10-01').replaceAll('FULANO', 'BELTRANO')));
    expect(await run(['onu'], { force: ['older_data'] })).toMatchObject([{ kind: 'updated' }]);
  });
});

describe('a file that is always at the same address', () => {
  test('is asked for with what is known of its version, and a 304 changes nothing', async () => {
    const { run, statusOf, clock } = createPlace();
    server.answers.set(inabilitados, content(people(1, 2), { etag: '"v1"' }));
    expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'updated', imported: { dataAsOf: '2026-10-20' } }]);
    clock.advance(dayMs);
    expect(await run(['bcb-inabilitados'])).toEqual([
      { kind: 'unchanged', list: 'bcb-inabilitados', dataAsOf: '2026-10-20' },
    ]);
    expect(server.asked[1]?.headers['if-none-match']).toBe('"v1"');
    server.answers.set(inabilitados, content(people(1, 2, 3), { etag: '"v2"' }));
    expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'updated', imported: { dataAsOf: '2026-10-21' } }]);
    expect(statusOf('bcb-inabilitados')).toMatchObject({ live: { entries: 3 }, previous: { entries: 2 } });
  });

  test('with the same entries switches nothing, also where it was imported by hand', async () => {
    const { run, put, file, clock, statusOf } = createPlace();
    server.answers.set(inabilitados, content(people(1, 2)));
    await run(['bcb-inabilitados']);
    const live = statusOf('bcb-inabilitados')?.live?.id;
    clock.advance(dayMs);
    server.answers.set(inabilitados, content(` ${people(1, 2)}`));
    expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'unchanged' }]);
    expect(statusOf('bcb-inabilitados')).toMatchObject({ live: { id: live }, last_import: { outcome: 'unchanged' } });
    await put('bcb-inabilitados', file('by-hand.json', people(1)), { asOf: '2026-10-21' });
    expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'updated', imported: { counts: { entries: 2 } } }]);
  });

  test('that is still the same is dated anew before it counts as too old, and the way back stays', async () => {
    const { run, clock, statusOf } = createPlace();
    server.answers.set(inabilitados, content(people(1), { etag: '"v1"' }));
    await run(['bcb-inabilitados']);
    clock.advance(dayMs);
    server.answers.set(inabilitados, content(people(1, 2), { etag: '"v2"' }));
    await run(['bcb-inabilitados']);
    clock.advance(14 * dayMs);
    expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'unchanged' }]);
    clock.advance(dayMs);
    expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'updated', imported: { dataAsOf: '2026-11-05' } }]);
    expect(statusOf('bcb-inabilitados')).toMatchObject({
      state: 'current',
      live: { entries: 2, data_as_of: '2026-11-05' },
      previous: { entries: 1 },
    });
  });

  test('at a mirror that has stopped grows old, and status says since when it is the same', async () => {
    const { run, clock, statusOf } = createPlace();
    server.answers.set(inabilitados, content(people(1)));
    await run(['bcb-inabilitados'], { isMirror: true });
    clock.advance(20 * dayMs);
    expect(await run(['bcb-inabilitados'], { isMirror: true })).toMatchObject([{ kind: 'unchanged' }]);
    clock.advance(11 * dayMs);
    expect(await run(['bcb-inabilitados'], { isMirror: true })).toMatchObject([{ kind: 'unchanged' }]);
    expect(statusOf('bcb-inabilitados')).toMatchObject({
      state: 'stale',
      live: { data_as_of: '2026-10-20', unchanged_since: '2026-10-20', seen_on: null },
    });
    expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'updated' }]);
    expect(statusOf('bcb-inabilitados')).toMatchObject({
      state: 'current',
      live: { data_as_of: '2026-11-20', unchanged_since: '2026-10-20', seen_on: '2026-11-20' },
    });
  });

  test('that is one page of several is refused', async () => {
    const { run } = createPlace();
    server.answers.set(inabilitados, content(people(1).replace('{"value"', '{"@odata.nextLink":"x","value"')));
    expect(await run(['bcb-inabilitados'])).toMatchObject([
      { kind: 'failed', reason: expect.stringContaining('one page of several') },
    ]);
  });

  test.each([
    ['a page', content('<html><body>no</body></html>'), 2, /web page in place of the file/],
    ['something else', content('sorry'), 2, /is not JSON/],
    ['a redirect elsewhere', redirect('https://evil.example/x'), 2, /sends us to https:\/\/evil.example/],
    ['a redirect without TLS', redirect('http://olinda.bcb.gov.br/x'), 2, /sends us to http:\/\/olinda/],
    ['a redirect in a circle', redirect(`https://${inabilitados}`), 2, /in a circle/],
    ['a 404', { kind: 'status', status: 404 }, 2, /answered 404: the file has moved/],
    [
      'a body that is cut',
      { kind: 'cut', content: people(1) },
      3,
      /could not be fetched \(3 times\): the connection was lost/,
    ],
    ['errors without end', { kind: 'status', status: 500 }, 3, /could not be fetched \(3 times\): it answered 500/],
  ] as readonly (readonly [string, Answer, number, RegExp])[])(
    '%s in place of it is said, and stops no other list',
    async (_, answer, exitCode, reason) => {
      const { run, directory } = createPlace();
      server.answers.set(inabilitados, answer);
      server.answers.set(proibidos, content(people(7)));
      const updates = await run(['bcb-inabilitados', 'bcb-proibidos']);
      expect(updates).toMatchObject([
        { kind: 'failed', exitCode, reason: expect.stringMatching(reason) },
        { kind: 'updated', list: 'bcb-proibidos' },
      ]);
      expect(toExitCode(updates)).toBe(exitCode);
      expect(server.asked.some(({ path }) => path.includes('evil'))).toBe(false);
      expect(existsSync(join(directory, 'bcb-inabilitados/download'))).toBe(false);
    },
  );

  test('is fetched after a burst of errors, with the pause that the server asked for', async () => {
    const { run, slept } = createPlace();
    server.answers.set(inabilitados, (turn) =>
      turn < 2 ? { kind: 'status', status: 503, headers: { 'retry-after': '90' } } : content(people(1)),
    );
    expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'updated' }]);
    expect(slept).toEqual([90_000, 90_000]);
  });

  test('that drips is given up', async () => {
    const { run } = createPlace();
    server.answers.set(inabilitados, { kind: 'drip' });
    expect(await run(['bcb-inabilitados'], { stallMs: 100, attemptsMax: 2 })).toMatchObject([
      { kind: 'failed', exitCode: 3, reason: expect.stringContaining('next to nothing came') },
    ]);
    expect(await run(['bcb-inabilitados'], { deadlineMs: 100 })).toMatchObject([
      { kind: 'failed', exitCode: 3, reason: expect.stringContaining('took longer than') },
    ]);
  });

  test('that never ends is given up', async () => {
    const { run } = createPlace();
    const huge = Buffer.alloc(65 << 20, '{');
    server.answers.set(inabilitados, content(huge));
    expect(await run(['bcb-inabilitados'])).toMatchObject([
      { kind: 'failed', exitCode: 2, reason: expect.stringContaining('more than this list ever had') },
    ]);
  });
});

describe('the other publishers', () => {
  test('the TCU is asked by a POST for everything', async () => {
    const { run } = createPlace();
    const row = { nome: 'FULANO DE TAL', numeroRegistro: formatCpf(completeCpf('300000001')) };
    const sanction = {
      ...row,
      tipoRegistro: 'CPF',
      uf: 'SP',
      municipio: 'São Paulo',
      numeroProcessoFormatado: '001.234/2019-5',
      numeroAcordaoFormatado: '10/2020-PL',
      dataTransitoEmJulgado: '05/03/2021',
      dataFinalSancao: '05/03/2029',
    };
    server.answers.set(
      'certidoes.apps.tcu.gov.br/api/publico/responsaveis-inidoneos',
      content(JSON.stringify([sanction])),
    );
    expect(await run(['tcu-inidoneos'])).toMatchObject([{ kind: 'updated', imported: { counts: { entries: 1 } } }]);
    expect(server.asked).toMatchObject([{ method: 'POST', body: '{}' }]);
  });

  test('the OFAC has several files behind redirects, and all of them come where one has changed', async () => {
    const { run, statusOf } = createPlace();
    const service = 'sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';
    const bucket = 'wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com';
    const offerOfac = (name: string, text: string, version: string) => {
      const target = `${bucket}/${name}?X-Amz-Signature=${version}`;
      server.answers.set(`${service}/${name}`, redirect(`https://${target}`));
      server.answers.set(target, content(`${text}\r\n\x1a`, { etag: `"${version}"` }));
    };
    const none = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ';
    offerOfac('sdn.csv', `36,"EXEMPLO TRADING S.A.",-0- ,"SDGT",${none}`, 'a1');
    offerOfac('alt.csv', '36,2,"fka","EXEMPLO IMPORTADORA",-0- ', 'b1');
    offerOfac('add.csv', '36,10,"Rua A","Sao Paulo","Brazil",-0- ', 'c1');
    offerOfac('sdn_comments.csv', '36,"More."', 'd1');
    expect(await run(['ofac'])).toMatchObject([{ kind: 'updated', imported: { counts: { entries: 1 } } }]);
    expect(await run(['ofac'])).toMatchObject([{ kind: 'unchanged' }]);
    offerOfac('alt.csv', '36,2,"fka","EXEMPLO EXPORTADORA",-0- ', 'b2');
    expect(await run(['ofac'])).toMatchObject([{ kind: 'updated' }]);
    expect(statusOf('ofac')).toMatchObject({ live: { entries: 1 }, previous: { entries: 1 } });
    // The list is whole without its comments, and without no other file.
    server.answers.set(`${service}/sdn_comments.csv`, { kind: 'status', status: 404 });
    expect(await run(['ofac'])).toMatchObject([{ kind: 'unchanged' }]);
    offerOfac('alt.csv', '36,2,"fka","EXEMPLO TRANSPORTES",-0- ', 'b3');
    expect(await run(['ofac'])).toMatchObject([{ kind: 'updated', imported: { counts: { entries: 1 } } }]);
    expect(await run(['ofac'])).toMatchObject([{ kind: 'unchanged' }]);
    server.answers.set(`${service}/add.csv`, { kind: 'status', status: 404 });
    expect(await run(['ofac'])).toMatchObject([{ kind: 'failed' }]);
  });

  test('the UN is due every hour, and its list is of the day that it says', async () => {
    const { run, directory, clock } = createPlace();
    server.answers.set('scsanctions.un.org/resources/xml/en/consolidated.xml', {
      kind: 'content',
      content: Buffer.from(toUnitedNations()),
    });
    expect(await run(['onu'])).toMatchObject([{ kind: 'updated', imported: { dataAsOf: '2026-10-10' } }]);
    const due = () => listUpdatable({ directory, clock, token: undefined }, ['onu'], true);
    expect(due()).toEqual([]);
    clock.advance(dayMs / 24);
    expect(due()).toEqual(['onu']);
    server.answers.set('scsanctions.un.org/resources/xml/en/consolidated.xml', content('<!doctype html><html></html>'));
    expect(await run(['onu'])).toMatchObject([{ kind: 'failed', reason: expect.stringContaining('web page') }]);
  });

  test('the European Union gets the token of the operator, which no message shows', async () => {
    const { run, directory, clock } = createPlace();
    const address = 'webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=canary-token';
    server.answers.set(address, (turn) =>
      turn === 0 ? { kind: 'status', status: 500 } : content(Buffer.from(toEuropeanUnion())),
    );
    expect(listUpdatable({ directory, clock, token: undefined }, [], false)).not.toContain('ue');
    expect(listUpdatable({ directory, clock, token: 'x' }, [], false)).toContain('ue');
    expect(await run(['ue'])).toMatchObject([{ kind: 'failed', reason: expect.stringContaining('lists.eu_token') }]);
    expect(await run(['ue'], { token: 'canary-token' })).toMatchObject([{ kind: 'updated' }]);
    server.answers.set(address, { kind: 'status', status: 500 });
    const [failed] = await run(['ue'], { token: 'canary-token' });
    expect(failed).toMatchObject({ kind: 'failed', exitCode: 3 });
    server.answers.set(address, { kind: 'status', status: 404 });
    const refused = await run(['ue'], { token: 'canary-token' });
    expect(JSON.stringify([failed, refused])).not.toContain('canary-token');
    expect(readFileSync(join(directory, 'ue/last-update.json'), 'utf8')).not.toContain('canary-token');
  });
});

const sesam = 'www.sesam.search.admin.ch/sesam-search-web/pages/downloadXmlGesamtliste.xhtml';
const globalAffairs =
  'www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions';

test.each([
  ['reino-unido', 'sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml', toUnitedKingdom(), '2026-10-09'],
  ['seco', `${sesam}?lang=en&action=downloadXmlGesamtlisteAction`, toSwitzerland(), '2026-10-12'],
  ['canada', `${globalAffairs}/sema-lmes.xml`, toCanada(), '2026-10-20'],
  [
    'bis',
    'data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
    toConsolidatedScreening(),
    '2026-10-20',
  ],
])(
  'an update of %s takes what its publisher offers, and a page in its place is refused',
  async (list, at, text, day) => {
    const { run } = createPlace();
    server.answers.set(at, content(Buffer.from(text), { etag: '"v1"' }));
    expect(await run([list])).toMatchObject([{ kind: 'updated', imported: { dataAsOf: day } }]);
    expect(await run([list])).toMatchObject([{ kind: 'unchanged' }]);
    server.answers.set(at, content('<!doctype html><html></html>'));
    expect(await run([list])).toMatchObject([{ kind: 'failed', reason: expect.stringContaining('web page') }]);
  },
);

test('the TSE gives the file of the newest election whose results stand, and all states in one', async () => {
  const { run, folder, entriesOf } = createPlace();
  const path = 'cdn.tse.jus.br/estatistica/sead/odsele/consulta_cand/consulta_cand';
  const zip = writeZipOf(join(folder, 'cand.zip'), [
    ['consulta_cand_2024_AC.csv', toCp1252(toElectedCsv('municipal'))],
    ['consulta_cand_2024_BRASIL.csv', toCp1252(toElectedCsv('municipal'))],
    ['leiame.pdf', Buffer.from('%PDF')],
  ]);
  server.answers.set(`${path}_2024.zip`, content(readFileSync(zip), { etag: '"v1"' }));
  expect(await run(['tse-municipais'])).toMatchObject([{ kind: 'updated', imported: { dataAsOf: '2026-10-20' } }]);
  expect(entriesOf('tse-municipais')).toHaveLength(2);
  expect(await run(['tse-municipais'])).toMatchObject([{ kind: 'unchanged' }]);
  expect(await run(['tse-gerais'])).toMatchObject([
    { kind: 'failed', reason: expect.stringContaining('consulta_cand_2022.zip answered 403') },
  ]);
});

test('a damaged list is fetched and imported again, though its publisher has nothing new', async () => {
  const { run, zip, directory, statusOf, clock } = createPlace();
  const lists = ['ceis', 'bcb-inabilitados'];
  offer('ceis', '20261019', zip('20261019_CEIS', toListCsv(ceis.layout, makeSanctions(30))));
  server.answers.set(inabilitados, content(people(1, 2), { etag: '"v1"' }));
  await run(lists);
  const due = () => listUpdatable({ directory, clock, token: undefined }, lists, true);
  for (const list of lists) {
    const path = join(directory, list, 'snapshots', statusOf(list)?.live?.id ?? '', 'entries.dat');
    const bytes = readFileSync(path);
    bytes[40] = (bytes[40] as number) ^ 1;
    writeFileSync(path, bytes);
    expect(due()).toEqual([]);
    expect(await run([list])).toMatchObject([{ kind: 'updated', list }]);
    expect(statusOf(list)).toMatchObject({ state: 'current', previous: null });
    expect(await run([list])).toMatchObject([{ kind: 'unchanged' }]);
  }
  truncateSync(join(directory, 'ceis/snapshots', statusOf('ceis')?.live?.id ?? '', 'entries.dat'), 9);
  expect(due()).toEqual(['ceis']);
});

test('two questions to one host have a pause between them, and other hosts do not wait', async () => {
  const { run, slept } = createPlace();
  server.answers.set(inabilitados, content(people(1)));
  server.answers.set(proibidos, content(people(7)));
  server.answers.set('www.gov.br/x', content('x'));
  await run(['bcb-inabilitados', 'mte', 'bcb-proibidos'], { pauseMs: 3000 });
  expect(slept).toEqual([3000]);
});

test('a rollback holds until somebody overrides it', async () => {
  const { run, clock, directory } = createPlace();
  server.answers.set(inabilitados, content(people(1)));
  await run(['bcb-inabilitados']);
  server.answers.set(inabilitados, content(people(1, 2)));
  await run(['bcb-inabilitados']);
  rollBackList(directory, 'bcb-inabilitados', clock);
  server.asked.length = 0;
  expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'held' }]);
  expect(server.asked).toEqual([]);
  expect(await run(['bcb-inabilitados'], { force: ['rollback_hold'] })).toMatchObject([
    { kind: 'updated', imported: { counts: { entries: 2 } } },
  ]);
});

test('a stop in the middle of a download leaves nothing half, and the lock free', async () => {
  const { run, directory, statusOf } = createPlace();
  const stop = new AbortController();
  server.answers.set(inabilitados, { kind: 'drip' });
  server.answers.set(proibidos, content(people(7)));
  const running = run(['bcb-inabilitados', 'bcb-proibidos'], { signal: stop.signal });
  const folder = join(directory, 'bcb-inabilitados/download');
  await expect.poll(() => existsSync(folder) && readdirSync(folder).length, { timeout: 60_000 }).toBe(1);
  stop.abort();
  await expect(running).rejects.toThrow();
  expect(existsSync(folder)).toBe(false);
  expect(statusOf('bcb-inabilitados')).toMatchObject({ state: 'missing', last_import: null, last_update: null });
  server.answers.set(inabilitados, content(people(1)));
  expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'updated' }]);
});

test('a second download of the same list is refused while the first is running', async () => {
  const { run, directory, clock } = createPlace();
  server.answers.set(inabilitados, content(people(1)));
  const first = openListUpdate(
    { directory, client: {} as never, clock, needed: [], token: undefined, onStart: () => {}, onBytes: () => {} },
    'bcb-inabilitados',
  );
  expect(await run(['bcb-inabilitados'])).toMatchObject([
    { kind: 'failed', reason: expect.stringContaining('A download is already running') },
  ]);
  first.close(undefined);
  expect(await run(['bcb-inabilitados'])).toMatchObject([{ kind: 'updated' }]);
});

test('a list that few need is off until it was brought here once, and again once it was given up', async () => {
  const { put, file, directory, clock, statusOf } = createPlace();
  mkdirSync(directory);
  const all = () => listUpdatable({ directory, clock, token: undefined }, [], false);
  expect(all()).toContain('ofac');
  for (const { id, isOptIn } of publishedLists) if (isOptIn === true) expect(all()).not.toContain(id);
  expect(all()).not.toContain('ofac-non-sdn');
  const none = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ';
  const main = file('cons_prim.csv', `36,"EXEMPLO TRADING S.A.",-0- ,"SSI",${none}\r\n`);
  const aliases = file('cons_alt.csv', '36,2,"fka","EXEMPLO IMPORTADORA",-0- \r\n');
  expect(statusOf('ofac-non-sdn')).toMatchObject({ state: 'missing', is_off: true });
  await put('ofac-non-sdn', [main, aliases], { asOf: '2026-10-10' });
  expect(all()).toContain('ofac-non-sdn');
  expect(statusOf('ofac-non-sdn')).not.toHaveProperty('is_off');
  forgetList(directory, 'ofac-non-sdn', 'all', clock);
  expect(statusOf('ofac-non-sdn')).not.toHaveProperty('is_off');
  expect(all()).toContain('ofac-non-sdn');
  giveUpList(directory, 'ofac-non-sdn', clock);
  expect(statusOf('ofac-non-sdn')).toMatchObject({ state: 'missing', is_off: true });
  expect(all()).not.toContain('ofac-non-sdn');
});

test('those that are due are looked at by their pace, and sooner where the last look may go better', async () => {
  const { run, directory, clock } = createPlace();
  const due = () => listUpdatable({ directory, clock, token: undefined }, ['bcb-inabilitados', 'bcb-proibidos'], true);
  server.answers.set(inabilitados, content(people(1)));
  server.answers.set(proibidos, { kind: 'status', status: 500 });
  expect(due()).toEqual(['bcb-inabilitados', 'bcb-proibidos']);
  await run(due());
  expect(due()).toEqual([]);
  clock.advance(dayMs / 24);
  expect(due()).toEqual(['bcb-proibidos']);
  clock.advance(dayMs);
  expect(due()).toEqual(['bcb-inabilitados', 'bcb-proibidos']);
});

test('every published list says how it is downloaded; one of your own is not', () => {
  const { directory, clock } = createPlace();
  mkdirSync(directory);
  // The page of the World Bank offers no file.
  const byHand = publishedLists.filter(({ id }) => findDownload(id) === undefined).map(({ id }) => id);
  expect(byHand).toEqual(['banco-mundial']);
  const tools = {
    directory,
    clock,
    needed: [],
    token: undefined,
    client: {} as never,
    onStart: () => {},
    onBytes: () => {},
  };
  expect(() => openListUpdate(tools, 'own-x')).toThrow(/cannot be downloaded by a program/);
  expect(() => listUpdatable(tools, ['nope'], false)).toThrow(/There is no list "nope"/);
  for (const { id } of publishedLists) {
    const download = findDownload(id);
    const urls = download?.kind === 'dated' ? [download.page] : (download?.files.map(({ url }) => url) ?? []);
    for (const url of urls) expect(new URL(url).protocol).toBe('https:');
  }
});
