// A screen to be looked at, and the ways that lead to it.

import type { Locator, Page } from 'playwright-core';
import type { TestService } from '../../service/service.ts';
import type { HeldSources } from './stage.ts';

export interface Visit {
  readonly page: Page;
  readonly service: TestService;
  /** While they are held, no source answers. */
  readonly sources: HeldSources;
}

export interface Screen {
  /** As the service's list of addresses has it; `*` for an address that is not there. */
  readonly at: string;
  readonly what: string;
  readonly as: 'stranger' | 'admin';
  /** From where the screen before it has led, where nothing is loaded anew. */
  readonly open: (visit: Visit) => Promise<unknown>;
  /** Of a dialog: what it is opened by, with the keyboard. */
  readonly opener?: (page: Page) => Locator;
}

export const load = (path: string, shown: string) => async (visit: Visit) => {
  await visit.page.goto(`${visit.service.address}/console${path}`);
  await visit.page.locator(shown).first().waitFor();
};
export const press =
  (selector: string, shown: string) =>
  async ({ page }: Visit) => {
    await page.locator(selector).first().press('Enter');
    await page.locator(shown).first().waitFor();
  };
export async function ask({ page }: Visit, number: string, shown: string): Promise<void> {
  const field = page.locator('.verify-form input[required]');
  await field.fill(number);
  await field.press('Enter');
  await page.locator(shown).first().waitFor();
}
export const dialog = { open: ({ page }: Visit) => page.locator('dialog[open] h2').waitFor() };
