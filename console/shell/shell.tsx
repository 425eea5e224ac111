// The frame around every screen: who is signed in, where to go, and whether the service answers.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { consoleState, isReachable } from '../api/client.ts';
import { Notice } from '../design/parts.tsx';
import { language } from '../words/language.ts';
import { newVersion } from './new-version.ts';
import { findPart, follow, path } from './router.ts';
import { openSignIn, SignInDialog, signOut } from './sign-in.tsx';
import './shell.css';
import { shellWords } from './words.ts';

interface ShellProps {
  /** Those that the reader may see, in the order of the navigation. */
  readonly screens: readonly { readonly path: string; readonly title: string }[];
  readonly children: ComponentChildren;
}

export function Shell({ screens, children }: ShellProps) {
  const words = shellWords();
  return (
    <>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <header class="bar no-print">
        <a class="brand" href="/">
          <img src="/favicon.ico" alt="" width="26" height="26" />
          Confere
        </a>
        <nav aria-label={words.navigation}>
          {screens.map((screen) => (
            <a
              key={screen.path}
              href={screen.path}
              onClick={follow}
              aria-current={
                screen.path === path.value || (screen.path !== '/console' && findPart(screen.path) !== '')
                  ? 'page'
                  : undefined
              }
            >
              {screen.title}
            </a>
          ))}
        </nav>
        <div class="aside">
          <button
            type="button"
            class="button plain small"
            lang={language.value === 'pt' ? 'en' : 'pt-BR'}
            onClick={() => {
              language.value = language.value === 'pt' ? 'en' : 'pt';
            }}
          >
            {words.other}
          </button>
          <Account />
        </div>
      </header>
      <Reachability />
      <NewVersion />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot no-print">
        <a href="/docs">{words.reference}</a>
        <a href="/docs/manual">{words.manual}</a>
        <span>Confere {consoleState.value?.version}</span>
      </footer>
      <SignInDialog />
    </>
  );
}

function Account() {
  const words = shellWords();
  const operator = consoleState.value?.operator;
  if (operator === undefined) return null;
  if (operator === null) {
    return (
      <button type="button" class="button small" onClick={openSignIn}>
        {words.signIn}
      </button>
    );
  }
  return (
    <>
      <span class="small quiet who">{words.signedInAs(operator.name, words.roles[operator.role])}</span>
      <button type="button" class="button plain small" onClick={() => void signOut()}>
        {words.signOut}
      </button>
    </>
  );
}

function NewVersion() {
  const words = shellWords();
  if (newVersion.value === 'none') return null;
  return (
    <div class="away no-print">
      <Notice tone="none">
        <strong>{words.newVersion}</strong>
        {newVersion.value === 'reloading' ? (
          <span>{words.newVersionComes}</span>
        ) : (
          <>
            <span>{words.newVersionAdvice}</span>
            <button type="button" class="button small" onClick={() => location.reload()}>
              {words.reload}
            </button>
          </>
        )}
      </Notice>
    </div>
  );
}

const thanksMs = 4_000;

function Reachability() {
  const words = shellWords();
  const wasAway = useRef(false);
  const [isBack, setBack] = useState(false);
  const isThere = isReachable.value;
  useEffect(() => {
    if (!isThere) wasAway.current = true;
    if (!isThere || !wasAway.current) return;
    wasAway.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isThere]);
  if (isThere && !isBack) return null;
  return (
    <div class="away no-print">
      {isThere ? (
        <Notice tone="good">{words.back}</Notice>
      ) : (
        <Notice tone="bad">
          <strong>{words.unreachable}</strong>
          <span>{words.unreachableAdvice}</span>
        </Notice>
      )}
    </div>
  );
}
