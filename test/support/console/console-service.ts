// A service for one test file, at a clock that the file moves, and pages of its console as somebody opens them without a browser.

import { afterAll } from 'vitest';
import type { Role } from '../../../src/domain/access/operator.ts';
import { createManualClock } from '../manual-clock.ts';
import { startTestService } from '../service/service.ts';
import { type ConsolePage, type ConsoleReply, consolePassword, openConsolePage, signInTo } from './console-page.ts';

export async function startConsole(env: Record<string, string> = {}) {
  const clock = createManualClock();
  const service = await startTestService(env, { clock });
  afterAll(() => service.close());
  const openPage = (address = service.address): ConsolePage => openConsolePage(address);
  const signIn = (name: string, page = openPage(), code = '') => signInTo(page, name, code);
  /** A new operator of that role. */
  const signInAs = async (role: Role) => signIn(await service.createOperator(role, consolePassword));
  return { clock, service, openPage, signIn, signInAs };
}

export const codeOf = ({ body }: ConsoleReply) => body.code;
