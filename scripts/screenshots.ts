// `node scripts/screenshots.ts [NAME…]`: the pictures of docs/console.md and README, of a service of its own with simulated parties, a
// generated registry and an hour of invented traffic. Needs Chromium.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createOwnDashboard } from '../src/app/dashboard/dashboard.ts';
import { answerBounds, type Figures } from '../src/app/dashboard/figures.ts';
import { ranges } from '../src/app/dashboard/history.ts';
import { systemClock } from '../src/clock.ts';
import { openStores } from '../src/compose/parts/stores.ts';
import { loadConfig } from '../src/config.ts';
import { toBrazilDay } from '../src/domain/dates/calendar.ts';
import { startSimulator } from '../src/sim/server.ts';
import { launchBrowser } from '../test/support/console/browser.ts';
import { findBrowser } from '../test/support/machine.ts';
import { parties, simulatorSecrets, writeSimulatedConfig } from '../test/support/parties/simulated-sources.ts';
import { importInto } from '../test/support/registry/import-dump.ts';
import { startTestService } from '../test/support/service/service.ts';
import { makeDump } from './make-dump/make-dump.ts';

const folder = join(import.meta.dirname, '../docs/images');
const password = 'correto cavalo bateria grampo';

interface Picture {
  readonly colorScheme: 'light' | 'dark';
  readonly path: string;
  readonly height?: number;
  readonly show: (page: Page) => Promise<unknown>;
}

const pictures: Readonly<Record<string, Picture>> = {
  'console-verify': { colorScheme: 'light', path: '', show: (page) => choose(page, /Patrícia Ribeiro/) },
  'console-dark': { colorScheme: 'dark', path: '', show: (page) => choose(page, /Vinícius Andrade Melo/) },
  // From the sandbox: no picture shows a real person's record.
  'console-company': {
    colorScheme: 'light',
    path: '',
    height: 1180,
    show: async (page) => {
      await page.goto(new URL('/console/empresas/34238864000168', page.url()).href);
      await page.getByRole('heading', { name: 'Matriz e filiais' }).waitFor();
    },
  },
  'console-dashboard': {
    colorScheme: 'light',
    path: '/painel',
    height: 1010,
    // A whole step of traffic, so that the lines reach the present.
    show: (page) =>
      page
        .locator('.plot canvas')
        .first()
        .waitFor()
        .then(() => page.waitForTimeout(16_000)),
  },
  'console-batch': { colorScheme: 'light', path: '/lote', height: 1110, show: chooseFile },
  'console-keys': {
    colorScheme: 'light',
    path: '/chaves',
    height: 1500,
    show: (page) => page.locator('.usage-tables').nth(1).waitFor(),
  },
  'console-registry': {
    colorScheme: 'light',
    path: '/cadastro',
    show: (page) => page.locator('.snapshot').first().waitFor(),
  },
};

/** The table resembles those that people send: a number without its zeros, a mistyped number and a row without a number. */
const customers = `CPF;Nome;Data de nascimento;Cidade
404.428.201-35;Ana Beatriz Carvalho;21/07/1990;Recife
1234560020;Vinícius Andrade Melo;;Campinas
90000000760;Adriana Fernandes;03/05/1984;Belém
123.456.789-01;João da Silva;01/02/1980;São Paulo
;Sem número;;Goiânia
900.000.008-41;Patrícia Ribeiro;31/02/1999;Natal
`;

async function chooseFile(page: Page): Promise<void> {
  const file = { name: 'clientes-novembro.csv', mimeType: 'text/csv', buffer: Buffer.from(customers) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.faulty').waitFor();
}

/** Three programs of one lender, over a year. */
async function inventUsage(): Promise<void> {
  for (const name of ['Loja virtual', 'Correspondentes', 'Cadastro de parceiros']) {
    await service.createKey({ name, mode: 'live' });
  }
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  const stores = await openStores(loadConfig({ cwd: service.directory, env }), systemClock);
  const keys = (await stores.keys.list({ limit: 100 })).filter(({ mode }) => mode === 'live');
  for (let back = 0; back < 12; back++) {
    const day = toBrazilDay(systemClock.nowMs() - back * 30 * 86_400_000);
    for (const [index, { id: keyId }] of keys.entries()) {
      const count = Math.round((31_000 - back * 1_700) / (index + 1) / (back === 0 ? 2 : 1 + (back % 3) / 9));
      const counted = (share: number) => Math.round(count * share);
      const asked = { outcome: 'answered', purpose: index === 0 ? 'credit' : 'onboarding' } as const;
      const verified = { keyId, day, purpose: asked.purpose };
      await stores.usage.add({
        requests: [{ keyId, day, count, lastAtMs: systemClock.nowMs() - index * 40_000 }],
        verifications: [
          { ...verified, operation: 'cpf', outcome: 'verified', act: 'approve', count: counted(0.62) },
          { ...verified, operation: 'cpf', outcome: 'verified', act: 'review', count: counted(0.19) },
          { ...verified, operation: 'cpf', outcome: 'not_found', act: 'manual', count: counted(0.06) },
          { ...verified, operation: 'cnpj', outcome: 'verified', act: null, count: counted(0.11) },
        ],
        calls: [
          { keyId, day, source: 'bureau_a', ...asked, count: counted(0.86) },
          { keyId, day, source: 'bureau_b', ...asked, count: counted(0.85) },
          { keyId, day, source: 'fraud_registry', ...asked, count: counted(0.87) },
        ],
      });
    }
  }
  await stores.close();
}

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.locator('.verdict').waitFor();
}

/** A morning at a small lender, with a bureau that had a bad quarter of an hour. */
function inventFigures(step: number): Figures {
  const wave = 1 + 0.35 * Math.sin(step / 23) + 0.15 * Math.sin(step / 5) + 0.1 * Math.sin(step * 1.7);
  const asked = Math.round(42 * wave);
  const isBad = step > 200 && step < 290;
  const failed = isBad ? Math.round(asked * 0.6) : 0;
  const times = (middleSeconds: number, spread: number) =>
    [...answerBounds, 0].map((bound) =>
      Math.round(asked * Math.exp(-(((Math.log(bound + 1e-4) - Math.log(middleSeconds)) / spread) ** 2))),
    );
  const source = (middle: number, out: number) => ({
    outcomes: { answered: asked - out, ...(out > 0 ? { timeout: Math.ceil(out / 3), circuit_open: out } : {}) },
    calls: asked - out,
    times: times(middle, 0.8),
  });
  return {
    statuses: { 200: asked, 400: Math.round(wave), 429: step % 83 === 0 ? 3 : 0, 503: isBad && step % 9 === 0 ? 1 : 0 },
    times: times(isBad ? 0.3 : 0.14, 1),
    outcomes: {
      'live low': Math.round(asked * 0.71),
      'live medium': Math.round(asked * 0.19),
      'live high': Math.round(asked * 0.08),
      'test low': 1,
    },
    sources: {
      bureau_a: source(0.12, failed),
      bureau_b: source(0.09, 0),
      fraud_registry: source(0.03, 0),
    },
  };
}

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('No Chromium: install it, or set CHROMIUM to its path.');
mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'confere-pictures-'));
let backMs = 3_600_000;
const clock = { ...systemClock, nowMs: () => systemClock.nowMs() - backMs };
const dashboard = createOwnDashboard(clock);
let step = 0;
const invent = () => dashboard.report({ figures: inventFigures(step++), state: null });
for (; backMs > 0; backMs -= ranges.hour.stepMs) invent();
let inventedIn = -1;
/** Once in each step of the calendar, however busy the machine is. */
const traffic = setInterval(() => {
  const now = Math.floor(systemClock.nowMs() / ranges.hour.stepMs);
  if (now !== inventedIn && inventedIn !== -1) invent();
  inventedIn = now;
}, 250);
const simulator = await startSimulator({ clock: systemClock, port: 0 });
Object.assign(process.env, simulatorSecrets);
const priceOf = (each: number) => ({
  price: [{ from: '2026-01-01', answered: each, not_found: each, minor: 0, timeout: 0, error: 0 }],
});
const prices = { bureau_a: priceOf(0.659), bureau_b: priceOf(2), fraud_registry: priceOf(0.017) };
const config = writeSimulatedConfig(work, simulator, parties, prices);
const service = await startTestService({ CONFERE_CONFIG: config }, { dashboard, version: '0.1.0' });
const registry = join(service.directory, 'data/registry');
for (const [index, month] of ['2026-09-12', '2026-10-10'].entries()) {
  const dump = join(work, month);
  await makeDump({ establishments: 20_000 + 600 * index, folder: dump, seed: 1, date: month });
  await importInto(registry, dump, { startedMs: Date.parse(month) + 3 * 86_400_000 });
}
await inventUsage();
const name = await service.createOperator('admin', password);
const browser = await launchBrowser(executablePath);
const wanted = process.argv.slice(2);
for (const [picture, { colorScheme, path, height = 860, show }] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(picture)) continue;
  const page = await browser.newPage({ viewport: { width: 1180, height }, colorScheme });
  await page.goto(`${service.address}/console${path}`);
  if (path !== '') {
    await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill(name);
    await page.getByRole('dialog').getByLabel('Senha').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Entrar' }).click();
  }
  await show(page);
  await page.evaluate('document.activeElement.blur()');
  await page.evaluate('scrollTo(0, 0)');
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, `${picture}.png`) });
}
clearInterval(traffic);
await browser.close();
await service.close();
await simulator.close();
rmSync(work, { recursive: true });
