// A key that was just made: the one time that it is shown. It lives in the state of the screen and nowhere else, and is taken out of
// the page when the screen or the page is left.

import { useEffect, useRef } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { toSample } from '../answer/code-samples.ts';
import { CopyButton, ScrollText } from '../design/parts.tsx';
import type { Key } from './key.ts';
import { keysWords } from './words.ts';

export type MadeKey = ConsoleAnswer<'POST key-create'>;

export function MadeKeyCard({ made, onDone }: { readonly made: MadeKey; readonly onDone: () => void }) {
  const words = keysWords();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.focus();
    // A browser may keep a page that was left, to show it again.
    addEventListener('pagehide', onDone);
    return () => removeEventListener('pagehide', onDone);
  }, []);
  const line = toCurl(made);
  return (
    <section class="card stack made" ref={card} tabIndex={-1} aria-labelledby="made-title">
      <div class="stack tight">
        <h2 id="made-title">{words.madeTitle}</h2>
        <p>{words.madeLead}</p>
      </div>
      <div class="made-key">
        <code class="secret">{made.secret}</code>
        <CopyButton text={() => made.secret} label={words.copyKey} />
      </div>
      {line !== undefined && (
        <div class="stack tight">
          <div class="row spread">
            <h3>{words.tryIt}</h3>
            <CopyButton text={() => line} label={words.copyCurl} />
          </div>
          <ScrollText text={line} />
        </div>
      )}
      <div>
        <button type="button" class="button first" onClick={onDone}>
          {words.madeDone}
        </button>
      </div>
    </section>
  );
}

/** The examples for a test key come from the sandbox. Those for a live key name a company that is in every registry, and no person. */
const examples: Readonly<Record<Key['mode'], { readonly cpf?: string; readonly cnpj: string }>> = {
  test: { cpf: '40442820135', cnpj: '34238864000168' },
  live: { cnpj: '00000000000191' },
};

function toCurl({ secret, key: { mode, scopes } }: MadeKey): string | undefined {
  const { cpf, cnpj } = examples[mode];
  const kind = scopes.includes('verify:cpf') && cpf !== undefined ? 'cpf' : 'cnpj';
  if (kind === 'cnpj' && !scopes.includes('verify:cnpj')) return undefined;
  return `export CONFERE_API_KEY='${secret}'\n${toSample('curl', kind, kind === 'cpf' ? { cpf } : { cnpj })}`;
}
