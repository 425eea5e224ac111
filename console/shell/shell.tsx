// The frame around every screen: who is signed in, where to go, and whether the service answers.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { consoleState, isReachable, pageOwner } from '../api/client.ts';
import { openAnnouncer } from '../design/announce.ts';
import { useMedia } from '../design/media.ts';
import { Notice } from '../design/parts.tsx';
import { formatNumber, formatTime } from '../words/format.ts';
import { language } from '../words/language.ts';
import { keepFocus } from './focus-keeper.ts';
import { changeOver, newVersion, putOffNewVersion } from './new-version.ts';
import { findPart, follow, path } from './router.ts';
import { openSignIn, SignInDialog, signOut } from './sign-in.tsx';
import './shell.css';
import { partWords } from '../design/words.ts';
import { shellWords } from './words.ts';

interface ShellProps {
  /** `screens` lists the screens that the reader may see, in the order of the navigation. */
  readonly screens: readonly { readonly path: string; readonly title: string; readonly waiting: number }[];
  /** `title` names the screen that is shown. */
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Shell({ screens, title, children }: ShellProps) {
  const words = shellWords();
  const content = useRef<HTMLElement>(null);
  const from = useRef(path.value);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => keepFocus(content.current as HTMLElement), []);
  useLayoutEffect(() => openAnnouncer(said.current as HTMLElement), []);
  useEffect(() => {
    const left = from.current;
    from.current = path.value;
    // Another screen is told by the focus, unless it has taken it to a place of its own. Whoever comes back is where they left.
    if (left === path.value || content.current?.contains(document.activeElement)) return;
    const ways = content.current?.querySelectorAll<HTMLElement>('[href], [data-opens]') ?? [];
    const back = [...ways].find((one) => left === (one.getAttribute('href') ?? one.dataset['opens']));
    (back ?? content.current)?.focus({ preventScroll: true });
  }, [path.value]);
  const isNarrow = useMedia('(max-width: 46rem)');
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
        {/* Tab goes as the eye does: on a phone the menu stands under the rest of the bar. */}
        {isNarrow && <Aside key="aside" />}
        <nav key="nav" aria-label={words.navigation}>
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
              {screen.waiting > 0 && (
                <>
                  {' '}
                  <span class="waiting">
                    {formatNumber(screen.waiting)}
                    <span class="hidden"> {words.waiting}</span>
                  </span>
                </>
              )}
            </a>
          ))}
        </nav>
        {!isNarrow && <Aside key="aside" />}
      </header>
      <Reachability />
      <NewVersion />
      <main id="content" ref={content} tabIndex={-1} aria-label={title}>
        <Letterhead title={title} />
        {children}
      </main>
      <div ref={said} class="hidden" />
      <footer class="foot no-print">
        <a href="/docs">{words.reference}</a>
        <a href={language.value === 'pt' ? '/docs/pt-BR/manual' : '/docs/manual'}>{words.manual}</a>
        <span>Confere {consoleState.value?.version}</span>
      </footer>
      <SignInDialog />
    </>
  );
}

/** For paper, where nothing else says whose it is, from where and of when. An answer has one of its own. */
function Letterhead({ title }: { readonly title: string }) {
  const words = shellWords();
  // Not before it is printed: to write a time costs a slow phone more than all the rest of the frame.
  const [printedMs, setPrintedMs] = useState<number>();
  const operator = consoleState.value?.operator;
  useEffect(() => {
    const begin = () => setPrintedMs(Date.now());
    const end = () => setPrintedMs(undefined);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  if (printedMs === undefined) return null;
  return (
    <div class="letterhead of-screen print-only">
      <img src="/favicon.ico" alt="" width="28" height="28" />
      <strong>{`Confere · ${title}`}</strong>
      <span>{location.host}</span>
      <div>
        {operator && `${words.signedInAs(operator.name, words.roles[operator.role])} · `}
        {formatTime(new Date(printedMs).toISOString())}
      </div>
    </div>
  );
}

function Aside() {
  const isPortuguese = language.value === 'pt';
  return (
    <div class="aside">
      <button
        type="button"
        class="button plain small"
        lang={isPortuguese ? 'en' : 'pt-BR'}
        onClick={() => {
          language.value = isPortuguese ? 'en' : 'pt';
        }}
      >
        {shellWords().other}
      </button>
      <Account />
    </div>
  );
}

function Account() {
  const words = shellWords();
  const operator = consoleState.value?.operator;
  if (operator === undefined) return null;
  if (operator === null) {
    return (
      <>
        {pageOwner.value && <span class="small quiet who">{words.sessionOver(pageOwner.value.name)}</span>}
        {/* Not the same as the button to sign out: the focus would stay on it, and Enter would sign out. */}
        <button key="in" type="button" class="button small" onClick={openSignIn}>
          {words.signIn}
        </button>
      </>
    );
  }
  return (
    <>
      <span class="small quiet who">{words.signedInAs(operator.name, words.roles[operator.role])}</span>
      <button key="out" type="button" class="button plain small" onClick={() => void signOut()}>
        {words.signOut}
      </button>
    </>
  );
}

function NewVersion() {
  const words = shellWords();
  const state = newVersion.value;
  if (state === 'none') return null;
  const said = { changing: words.newVersionComes, offered: words.newVersionAdvice, stuck: words.newVersionStuck };
  return (
    <section class="away no-print" aria-label={words.newVersion}>
      <Notice tone="none">
        <strong>{words.newVersion}</strong>
        <span>{said[state]}</span>
        {state !== 'changing' && (
          <div class="row">
            <button
              type="button"
              class="button small"
              onClick={() => (state === 'stuck' ? location.reload() : void changeOver())}
            >
              {state === 'stuck' ? words.reloadAnyway : words.reload}
            </button>
            <button type="button" class="button plain small" onClick={putOffNewVersion}>
              {words.later}
            </button>
          </div>
        )}
      </Notice>
    </section>
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
    <section class="away no-print" aria-label={isThere ? words.back : partWords().unreachable}>
      {isThere ? (
        <Notice tone="good">{words.back}</Notice>
      ) : (
        <Notice tone="bad">
          <strong>{partWords().unreachable}</strong>
          <span>{partWords().unreachableAdvice}</span>
        </Notice>
      )}
    </section>
  );
}
