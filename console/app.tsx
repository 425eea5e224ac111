// Puts the screens together: each with its entry in `src/domain/access/console-screens.ts`, and whether the reader may see it.

import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { getScreen, type ScreenName, screenNames } from '../src/domain/access/console-screens.ts';
import type { SignedInOperator } from '../src/http/console/contract.ts';
import { consoleState, mayAct } from './api/client.ts';
import { partWords } from './design/words.ts';
import { countDue, useDueLooks } from './shell/judgements-due.ts';
import { laterScreen } from './shell/later.tsx';
import { findPart, follow, path } from './shell/router.ts';
import { Shell } from './shell/shell.tsx';
import { openSignIn } from './shell/sign-in.tsx';
import { titleNote } from './shell/title-note.ts';
import { shellWords, toTitle } from './shell/words.ts';
import { VerifyScreen } from './verify/verify-screen.tsx';

// The first screen carries itself alone: on a slow phone the others would cost it a quarter of a second.
const views: Readonly<Record<ScreenName, ComponentType>> = {
  '': VerifyScreen,
  empresas: laterScreen(async () => (await import('./company/company-screen.tsx')).CompanyScreen),
  hoje: laterScreen(async () => (await import('./today/today-screen.tsx')).TodayScreen),
  painel: laterScreen(async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen),
  consultas: laterScreen(async () => (await import('./audit/audit-screen.tsx')).AuditScreen),
  lote: laterScreen(async () => (await import('./batch/batch-screen.tsx')).BatchScreen),
  chaves: laterScreen(async () => (await import('./keys/keys-screen.tsx')).KeysScreen),
  cadastro: laterScreen(async () => (await import('./registry/registry-screen.tsx')).RegistryScreen),
  listas: laterScreen(async () => (await import('./lists/lists-screen.tsx')).ListsScreen),
  julgamentos: laterScreen(async () => (await import('./judgements/judgements-screen.tsx')).JudgementsScreen),
  sessoes: laterScreen(async () => (await import('./sessions/sessions-screen.tsx')).SessionsScreen),
};

const screens = screenNames.map((name) => ({
  ...getScreen(name),
  name,
  path: name === '' ? '/console' : `/console/${name}`,
  View: views[name],
}));
type Screen = (typeof screens)[number];

export function App() {
  const mayPass = ({ role }: Screen) => role === 'anyone' || mayAct(role);
  const current = screens.find(
    (screen) => screen.path === path.value.replace(/\/$/, '') || (screen.part && findPart(screen.path) !== ''),
  );
  const title = current && toTitle(current.name);
  useEffect(() => {
    document.title = [titleNote.value, title, 'Confere'].filter(Boolean).join(' · ');
  }, [title, titleNote.value]);
  useDueLooks();
  const shown = screens
    .filter(mayPass)
    .map(({ path, name }) => ({ path, title: toTitle(name), waiting: name === 'julgamentos' ? countDue() : 0 }));
  return (
    <Shell screens={shown} title={title ?? shellWords().notThere}>
      {current === undefined ? <NotThere /> : <Guarded screen={current} isOpen={mayPass(current)} />}
    </Shell>
  );
}

/** Once it was shown, a screen stays when its session ends: what was typed into it is not lost. */
const seen = new Set<Screen>();

function Guarded({ screen, isOpen }: { readonly screen: Screen; readonly isOpen: boolean }) {
  if (isOpen) seen.add(screen);
  if (seen.has(screen)) return <screen.View key={screen.path} />;
  if (consoleState.value === undefined) return <p class="empty">{partWords().loading}</p>;
  const operator = consoleState.value.operator;
  if (operator !== null) return <NotForRole screen={screen} operator={operator} />;
  return (
    <div class="empty stack">
      <h1>{shellWords().needsSignIn}</h1>
      <p>
        <button type="button" class="button first" onClick={openSignIn}>
          {shellWords().signIn}
        </button>
      </p>
    </div>
  );
}

/** The page offers no sign-in, because another session of this operator would see the same. */
function NotForRole({ screen, operator }: { readonly screen: Screen; readonly operator: SignedInOperator }) {
  const { roles, ...words } = shellWords();
  if (screen.role === 'anyone') return null;
  return (
    <div class="empty stack">
      <h1>{words.notForRole(roles[screen.role])}</h1>
      <p>{words.ownRole(operator.name, roles[operator.role])}</p>
      <GoHome />
    </div>
  );
}

function NotThere() {
  return (
    <div class="empty stack">
      <h1>{shellWords().notThere}</h1>
      <GoHome />
    </div>
  );
}

function GoHome() {
  return (
    <p>
      <a class="button" href="/console" onClick={follow}>
        {shellWords().goHome}
      </a>
    </p>
  );
}
