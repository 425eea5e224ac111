// The screens: their addresses, who may see them, and in what order the navigation names them. A new screen is one line here, and its
// address one word in `consoleScreens` of the server's `pages.ts`.

import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Role } from '../src/domain/access/operator.ts';
import { consoleState, mayAct } from './api/client.ts';
import { partWords } from './design/words.ts';
import { laterScreen } from './shell/later.tsx';
import { findPart, follow, path } from './shell/router.ts';
import { Shell } from './shell/shell.tsx';
import { openSignIn } from './shell/sign-in.tsx';
import { titleNote } from './shell/title-note.ts';
import { shellWords } from './shell/words.ts';
import { VerifyScreen } from './verify/verify-screen.tsx';

interface Screen {
  readonly path: string;
  readonly title: () => string;
  readonly role: Role | 'anyone';
  readonly View: ComponentType;
  /** Whether one of what it shows has an address of its own. */
  readonly hasParts?: true;
}

// The first screen carries itself alone: on a slow phone the others would cost it a quarter of a second.
const AuditScreen = laterScreen(async () => (await import('./audit/audit-screen.tsx')).AuditScreen);
const BatchScreen = laterScreen(async () => (await import('./batch/batch-screen.tsx')).BatchScreen);
const CompanyScreen = laterScreen(async () => (await import('./company/company-screen.tsx')).CompanyScreen);
const KeysScreen = laterScreen(async () => (await import('./keys/keys-screen.tsx')).KeysScreen);
const SessionsScreen = laterScreen(async () => (await import('./sessions/sessions-screen.tsx')).SessionsScreen);
const RegistryScreen = laterScreen(async () => (await import('./registry/registry-screen.tsx')).RegistryScreen);
const ListsScreen = laterScreen(async () => (await import('./lists/lists-screen.tsx')).ListsScreen);
const DashboardScreen = laterScreen(async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen);

const screens: readonly Screen[] = [
  { path: '/console', title: () => shellWords().verify, role: 'anyone', View: VerifyScreen },
  {
    path: '/console/empresas',
    title: () => shellWords().companies,
    role: 'anyone',
    View: CompanyScreen,
    hasParts: true,
  },
  { path: '/console/painel', title: () => shellWords().dashboard, role: 'viewer', View: DashboardScreen },
  { path: '/console/consultas', title: () => shellWords().audit, role: 'analyst', View: AuditScreen, hasParts: true },
  { path: '/console/lote', title: () => shellWords().batch, role: 'analyst', View: BatchScreen, hasParts: true },
  { path: '/console/chaves', title: () => shellWords().keys, role: 'viewer', View: KeysScreen },
  { path: '/console/cadastro', title: () => shellWords().registry, role: 'viewer', View: RegistryScreen },
  { path: '/console/listas', title: () => shellWords().lists, role: 'viewer', View: ListsScreen },
  { path: '/console/sessoes', title: () => shellWords().sessions, role: 'viewer', View: SessionsScreen },
];

export function App() {
  const mayPass = ({ role }: Screen) => role === 'anyone' || mayAct(role);
  const current = screens.find(
    (screen) => screen.path === path.value.replace(/\/$/, '') || (screen.hasParts && findPart(screen.path) !== ''),
  );
  const title = current?.title();
  useEffect(() => {
    document.title = [titleNote.value, title, 'Confere'].filter(Boolean).join(' · ');
  }, [title, titleNote.value]);
  const shown = screens.filter(mayPass).map((screen) => ({ path: screen.path, title: screen.title() }));
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

function NotThere() {
  return (
    <div class="empty stack">
      <h1>{shellWords().notThere}</h1>
      <p>
        <a class="button" href="/console" onClick={follow}>
          {shellWords().goHome}
        </a>
      </p>
    </div>
  );
}
