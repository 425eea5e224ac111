// Every screen of the console and every state of it that looks like no other, once, in the order in which one leads to the next. They are
// found by what they are made of, not by their words, which change more often.

import { join } from 'node:path';
import { failImport, writeSomeLists } from '../../lists/some-lists.ts';
import { ask, dialog, load, press, type Screen } from './screen.ts';
import { company, importMonths, startBatchOfKey } from './stage.ts';

const fraud = '90000000841';
const regular = '40442820135';
const madeUpCompany = '34238864000168';

const file = {
  name: 'clientes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`CPF;Nome;Nascimento
${regular};Ana Beatriz Carvalho;21/07/1990
${fraud};Outra Pessoa;
6090000013;Sem zeros;
12345678900;Dígitos errados;
só uma célula
`),
};

export const screens: readonly Screen[] = [
  { at: '', what: 'nothing asked yet', as: 'stranger', open: load('', '.examples button') },
  {
    at: '',
    what: 'signing in',
    as: 'stranger',
    ...dialog,
    opener: (page) => page.locator('.bar .aside button').last(),
  },
  { at: '', what: 'the keys', as: 'stranger', ...dialog, opener: (page) => page.locator('.keys-button') },
  { at: '', what: 'a made-up person', as: 'stranger', open: (visit) => ask(visit, fraud, '.verdict + *') },
  {
    at: '',
    what: 'a made-up company, as code',
    as: 'stranger',
    open: async (visit) => {
      await ask(visit, madeUpCompany, 'a[href*="/empresas/"]:not(nav a)');
      await visit.page.locator('.code summary').press('Enter');
    },
  },
  { at: '*', what: 'nothing there', as: 'stranger', open: load('/nowhere', 'main a.button') },
  { at: 'painel', what: 'for those who are signed in', as: 'stranger', open: load('/painel', 'main button.first') },
  {
    at: 'empresas/:cnpj',
    what: 'made up',
    as: 'stranger',
    open: load(`/empresas/${madeUpCompany}`, '.company tbody a, .company tbody tr'),
  },
  {
    at: '',
    what: 'a service that is away',
    as: 'stranger',
    open: async (visit) => {
      await load('', '.examples button')(visit);
      await visit.page.context().setOffline(true);
      await visit.page.locator('.examples button').first().press('Enter');
      await visit.page.locator('.away .notice.bad').waitFor();
    },
  },

  { at: '', what: 'of real people, nothing asked yet', as: 'admin', open: load('', '.verify-form select') },
  {
    at: '',
    what: 'not answered',
    as: 'admin',
    open: (visit) => ask(visit, madeUpCompany, '.verify-answer .notice.bad'),
  },
  { at: '', what: 'a real person with an alert', as: 'admin', open: (visit) => ask(visit, fraud, '.gauge') },
  {
    at: '',
    what: 'the second of the last answers, and another one typed',
    as: 'admin',
    open: async (visit) => {
      await ask(visit, regular, '.recent button:nth-child(2)');
      await visit.page.locator('[data-field=name]').fill('Ana');
      await visit.page.locator('.verify-answer .notice').first().waitFor();
    },
  },
  { at: 'empresas', what: 'no number', as: 'admin', open: load('/empresas', 'main form') },
  { at: 'empresas/:cnpj', what: 'no CNPJ', as: 'admin', open: load('/empresas/123', 'main .notice') },
  { at: 'empresas/:cnpj', what: 'no registry', as: 'admin', open: load(`/empresas/${company}`, 'main .notice.bad') },
  { at: 'cadastro', what: 'none yet', as: 'admin', open: load('/cadastro', '.first-run') },
  {
    at: 'cadastro',
    what: 'asking to update',
    as: 'admin',
    ...dialog,
    opener: (page) => page.locator('.registry-acts .card:nth-child(1) button'),
  },

  {
    at: 'cadastro',
    what: 'an update that runs',
    as: 'admin',
    open: async ({ page }) => {
      await page.locator('.registry-acts .card:nth-child(1) button').press('Enter');
      await page.locator('dialog[open] button.first').press('Enter');
      await page.locator('progress.bar-of-work').waitFor();
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    },
  },
  {
    at: 'cadastro',
    what: 'one that was stopped',
    as: 'admin',
    open: async ({ page }) => {
      await page.locator('section:has(progress) button.danger').press('Enter');
      await page.locator('main .notice').first().waitFor();
      await page.locator('progress').waitFor({ state: 'detached' });
    },
  },

  { at: 'lote', what: 'none yet', as: 'admin', open: load('/lote', 'main .empty') },
  {
    at: 'lote',
    what: 'a file that is chosen',
    as: 'admin',
    open: async ({ page }) => {
      await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('.faulty tbody tr').first().waitFor();
      await page.locator('button.first:enabled').waitFor();
    },
  },
  {
    at: 'lote',
    what: 'asking to start',
    as: 'admin',
    opener: (page) => page.locator('main button.first'),
    open: ({ page }) => page.locator('dialog[open] button.first:enabled').waitFor(),
  },
  {
    at: 'lote',
    what: 'one that runs',
    as: 'admin',
    open: async (visit) => {
      visit.sources.hold();
      await visit.page.locator('main button.first').press('Enter');
      await visit.page.locator('dialog[open] button.first:enabled').press('Enter');
      await visit.page.locator('.batch').waitFor();
    },
  },
  {
    at: 'lote',
    what: 'asking to cancel',
    as: 'admin',
    ...dialog,
    opener: (page) => page.locator('.batch .button').last(),
  },
  {
    at: 'lote',
    what: 'one that is done',
    as: 'admin',
    open: async (visit) => {
      visit.sources.release();
      await visit.page.locator('.batch .button:nth-child(4)').waitFor();
    },
  },
  {
    at: 'lote',
    what: 'asking to delete',
    as: 'admin',
    ...dialog,
    opener: (page) => page.locator('.batch .button').last(),
  },
  {
    at: 'lote',
    what: 'a second one, made up',
    as: 'admin',
    open: async ({ page }) => {
      await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('.batch-ways input[type=radio]').last().press('Space');
      await page.locator('.chosen.fictitious button.first:enabled').press('Enter');
      await page.locator('.batch.fictitious .button:nth-child(4)').waitFor();
    },
  },
  { at: 'lote/:id', what: 'the rows of a result', as: 'admin', open: press('.batch .button', '.batch-rows tbody tr') },
  {
    at: 'lote/:id',
    what: 'no row by this filter',
    as: 'admin',
    open: async ({ page }) => {
      await page.locator('.filter-form input').fill('ninguém');
      await page.locator('.filter-form input').press('Enter');
      await page.locator('.card .empty').waitFor();
    },
  },
  {
    at: 'lote/:id',
    what: 'the answer of a row',
    as: 'admin',
    open: async (visit) => {
      await visit.page.locator('.filter-form .plain').press('Enter');
      await press('.batch-rows button.link', '.verdict')(visit);
    },
  },

  {
    at: 'lote/:id',
    what: 'of somebody else',
    as: 'admin',
    open: async (visit) => load(`/lote/${await startBatchOfKey(visit.service)}`, '.batch .outcomes')(visit),
  },
  { at: 'lote/:id', what: 'none of that name', as: 'admin', open: load('/lote/bat_none', 'main .notice') },

  { at: 'consultas', what: 'the list', as: 'admin', open: load('/consultas', 'tbody tr') },
  {
    at: 'consultas',
    what: 'of a day without any',
    as: 'admin',
    open: press('.filter-form fieldset button:nth-child(2)', '.card .empty'),
  },
  {
    at: 'consultas/:id',
    what: 'the rows of a batch',
    as: 'admin',
    open: async (visit) => {
      await load('/consultas', 'tbody tr')(visit);
      await press('tbody a[href*="/bat_"]', 'main a[href*="/lote/bat_"]')(visit);
      await visit.page.locator('tbody a[href*="/req_"]').first().waitFor();
    },
  },
  {
    at: 'consultas',
    what: 'of one person, with the report',
    as: 'admin',
    open: async (visit) => {
      await load('/consultas', 'tbody tr')(visit);
      const { page } = visit;
      await page.locator('.filter-form input').first().fill(fraud);
      await page.locator('.filter-form input').first().press('Enter');
      await page.locator('section.card .button').press('Enter');
      await page.locator('section.card strong').waitFor();
    },
  },
  { at: 'consultas/:id', what: 'one', as: 'admin', open: press('tbody a', 'article .waterfall') },
  {
    at: 'consultas/:id',
    what: 'unmasked',
    as: 'admin',
    open: press('article button.danger', 'article:not(:has(form))'),
  },
  {
    at: 'consultas/:id',
    what: 'none of that name',
    as: 'admin',
    open: load('/consultas/req_none', 'main .notice'),
  },

  { at: 'chaves', what: 'the list', as: 'admin', open: load('/chaves', '.usage-tables') },
  { at: 'chaves', what: 'usage as a table', as: 'admin', open: press('.tabs button:nth-child(2)', '.bars-table') },
  {
    at: 'chaves',
    what: 'a new one',
    as: 'admin',
    open: async (visit) => {
      await press('main .spread > button.first', 'form summary')(visit);
      await visit.page.locator('form summary').press('Enter');
    },
  },
  {
    at: 'chaves',
    what: 'one that was just made',
    as: 'admin',
    open: async (visit) => {
      await visit.page.locator('form input').first().fill('Loja');
      await press('form button.first', '.made .secret')(visit);
    },
  },
  {
    at: 'chaves',
    what: 'one',
    as: 'admin',
    open: async ({ page }) => {
      await page.locator('.keys .link', { hasText: 'Loja' }).press('Enter');
      await page.locator('.key-name').waitFor();
    },
  },
  {
    at: 'chaves',
    what: 'asking to rotate',
    as: 'admin',
    ...dialog,
    opener: (page) => page.locator('section .row > .button').first(),
  },
  {
    at: 'chaves',
    what: 'asking to revoke',
    as: 'admin',
    ...dialog,
    opener: (page) => page.locator('section .row > .danger'),
  },
  { at: 'listas', what: 'none yet', as: 'admin', open: load('/listas', 'main .list') },
  {
    at: 'listas',
    what: 'in every state, one of them open',
    as: 'admin',
    open: async (visit) => {
      const lists = join(visit.service.directory, 'data/lists');
      writeSomeLists(lists);
      await failImport(lists, 'ceis');
      await load('/listas', '.list .badge.bad')(visit);
      await press('.list summary', '.list[open] .notice')(visit);
    },
  },
  {
    at: 'listas',
    what: 'somebody who is listed, made up',
    as: 'admin',
    open: async ({ page }) => {
      await page.locator('main form input[type=radio]').last().press('Space');
      await page.locator('.search-fields input').first().fill('40532176871');
      await page.locator('.search-fields input').first().press('Enter');
      await page.locator('.search-answer .hit').first().waitFor();
    },
  },
  {
    at: 'julgamentos',
    what: 'none yet',
    as: 'admin',
    open: load('/julgamentos', '[aria-labelledby=judgements] .empty'),
  },
  { at: 'sessoes', what: 'all', as: 'admin', open: load('/sessoes', 'tbody button') },

  {
    at: 'cadastro',
    what: 'two months, and the hold of a rollback',
    as: 'admin',
    open: async (visit) => {
      await importMonths(visit.service);
      await load('/cadastro', '.snapshot.live + .snapshot')(visit);
      await visit.page.locator('.notice.warn button').waitFor();
    },
  },
  {
    at: 'cadastro',
    what: 'asking to import',
    as: 'admin',
    ...dialog,
    opener: (page) => page.locator('.registry-acts .card:nth-child(2) button'),
  },
  {
    at: 'cadastro',
    what: 'asking to go back',
    as: 'admin',
    ...dialog,
    opener: (page) => page.locator('.registry-acts .card:nth-child(3) button'),
  },
  {
    at: 'empresas/:cnpj',
    what: 'a real one, with what changed',
    as: 'admin',
    open: async (visit) => {
      await load(`/empresas/${company}`, '.company')(visit);
      await visit.page.locator('.company-part:last-child tbody tr').first().waitFor();
    },
  },
  { at: 'hoje', what: 'the morning', as: 'admin', open: load('/hoje', '.today-part table') },
  { at: 'painel', what: 'as charts', as: 'admin', open: load('/painel', '.plot canvas') },
  {
    at: 'painel',
    what: 'as tables',
    as: 'admin',
    open: async ({ page }) => {
      for (const button of await page.locator('.chart .button').all()) await button.press('Enter');
      await page.locator('.figure-table').nth(3).waitFor();
    },
  },
];
