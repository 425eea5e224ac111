// One screen as it stands, gone over in every look: by axe in light and dark, on phones and at twice the size, on paper, in a system's own
// colours, without motion, by the keyboard alone and as a screen reader is told of it. What is found comes back as lines of text.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const inPage = readFileSync(new URL('./in-page.js', import.meta.url), 'utf8');

const wide = { width: 1280, height: 900 };
/** Twice the size of everything is half the room. */
const sizes = [
  { width: 1920, height: 900 },
  wide,
  { width: 640, height: 450 },
  { width: 390, height: 780 },
  { width: 360, height: 780 },
];

interface AxeResult {
  readonly violations: readonly { id: string; nodes: readonly { html: string }[] }[];
}

export interface Examiner {
  /** All that is wrong with what the page shows now; `isDialog` where a dialog lies over it. */
  examine(options?: { readonly isDialog?: boolean }): Promise<string[]>;
}

/** For a page that is still empty: what listens to the mouse is noted from its first script on. */
export async function createExaminer(page: Page): Promise<Examiner> {
  await page.addInitScript(inPage);
  const session = await page.context().newCDPSession(page);
  // Axe is brought in past the page's policy.
  await session.send('Page.setBypassCSP', { enabled: true });
  await session.send('Accessibility.enable');

  const ask = (what: string) => page.evaluate(`looks.${what}()`) as Promise<string[]>;

  /** What hears of a new size draws itself anew a frame later. */
  async function askAt(size: { width: number; height: number }): Promise<string[]> {
    await page.setViewportSize(size);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    return ask('sideways');
  }

  async function findBarriers(rules: readonly string[] = []): Promise<string[]> {
    await page.evaluate(`globalThis.axe === undefined ? 'wanted' : ''`).then(async (wanted) => {
      if (wanted !== '') await page.evaluate(axe);
    });
    const only = rules.length === 0 ? '' : `runOnly: ${JSON.stringify(rules)},`;
    const found = (await page.evaluate(
      `axe.run(document, { ${only} resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })`,
    )) as AxeResult;
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }

  async function walk(): Promise<string[]> {
    const stops = (await page.evaluate('looks.beginWalk()')) as number;
    const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
    // A few more than there are: what scrolls is a stop of the browser's own.
    await Promise.all(
      Array.from({ length: stops + 8 }, () => session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab })),
    );
    return ask('endWalk');
  }

  async function inLook(name: string, find: () => Promise<readonly string[]>): Promise<string[]> {
    return (await find()).map((fault) => `${name}: ${fault}`);
  }

  return {
    async examine({ isDialog = false } = {}) {
      const found: string[] = [];
      const look = async (name: string, find: () => Promise<readonly string[]>) => {
        found.push(...(await inLook(name, find)));
      };
      // Whatever led here by the keyboard leaves the focus somewhere.
      await page.waitForFunction('globalThis.isSamePage !== true || document.activeElement !== document.body');
      await page.setViewportSize(wide);
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce', media: 'screen' });
      await look('reduced motion', () => ask('motion'));
      await look('light', () => findBarriers());
      await look('spoken', async () => [...(await ask('live')), ...(await readTree(session, isDialog))]);
      await look('keyboard', walk);
      await page.emulateMedia({ forcedColors: 'active' });
      await look('forced colours', () => ask('forced'));
      await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
      await look('dark', () => findBarriers(['color-contrast', 'link-in-text-block']));
      await page.emulateMedia({ colorScheme: 'light' });
      for (const size of sizes) {
        await look(`${size.width} px`, () => askAt(size));
      }
      await look('360 px', () => findBarriers(['target-size', 'scrollable-region-focusable']));
      if (!isDialog) {
        // In English words are longer in other places.
        await page.locator('.bar .aside button').first().click();
        for (const size of sizes) {
          await look(`in English, ${size.width} px`, () => askAt(size));
        }
        await page.locator('.bar .aside button').first().click();
        await page.setViewportSize({ width: 794, height: 1123 });
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        await look('print', () => ask('paper'));
        await page.evaluate("dispatchEvent(new Event('afterprint'))");
        await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
      }
      await page.setViewportSize(wide);
      return found;
    },
  };
}

interface TreeNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly ignored: boolean;
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

const controls = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'tab', 'spinbutton'];
const named = [...controls, 'DisclosureTriangle', 'dialog', 'progressbar', 'image', 'navigation', 'region', 'tablist'];

/** What a screen reader is given: one heading of the screen, its landmarks, and a name for whatever can be used, by which it is told from others. */
async function readTree(session: CDPSession, isDialog: boolean): Promise<string[]> {
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: readonly TreeNode[] };
  const shown = nodes.filter(({ ignored }) => !ignored);
  const of = (role: string) => shown.filter((node) => node.role?.value === role);
  const property = (node: TreeNode, name: string) => node.properties?.find((one) => one.name === name)?.value.value;
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** What the frame offers may be offered again by the screen. */
  const isInBanner = ({ role, parentId }: TreeNode): boolean => {
    const parent = byId.get(parentId ?? '');
    return role?.value === 'banner' || (parent !== undefined && isInBanner(parent));
  };
  const faults: string[] = [];
  for (const role of named) {
    for (const node of of(role)) if ((node.name?.value ?? '').trim() === '') faults.push(`${role} without a name`);
  }
  if (isDialog) {
    if (of('dialog').length !== 1) faults.push(`${of('dialog').length} dialogs`);
    return faults;
  }
  const titles = of('heading').filter((node) => property(node, 'level') === 1);
  if (titles.length !== 1) faults.push(`${titles.length} headings of the first level`);
  for (const role of ['banner', 'main', 'contentinfo']) {
    if (of(role).length !== 1) faults.push(`${of(role).length} landmarks ${role}`);
  }
  for (const role of controls) {
    const used = of(role).filter((node) => property(node, 'disabled') !== true && !isInBanner(node));
    const names = used.map((node) => node.name?.value);
    // Links to one place may be called the same.
    const places = used.map((node) => `${node.name?.value} ${property(node, 'url')}`);
    const alike = names.filter((name, index) => {
      const first = names.indexOf(name);
      return first !== index && (role !== 'link' || places[first] !== places[index]);
    });
    faults.push(...alike.map((name) => `several of ${role} are called “${name}”`));
  }
  return faults;
}
