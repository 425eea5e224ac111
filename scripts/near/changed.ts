// What changed since the branch left main, as git knows it.

import { spawnSync } from 'node:child_process';

/** Where a clone stands on main itself, what landed within this time before its newest commit is the change. */
const landingSeconds = 86_400;

/** Committed or not; undefined where git cannot tell. */
export function findChanged(root: string): readonly string[] | undefined {
  const git = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const head = git('rev-parse', 'HEAD');
  if (head === undefined) return undefined;
  const left = ['origin/main', 'main'].map((main) => git('merge-base', 'HEAD', main));
  const base = left.find((commit) => commit !== undefined && commit !== head) ?? findLastLanding(git);
  const lists = [git('diff', '--name-only', base ?? 'HEAD'), git('ls-files', '--others', '--exclude-standard')];
  return lists.flatMap((list) => (list ?? '').split('\n')).filter((path) => path !== '');
}

function findLastLanding(git: (...args: readonly string[]) => string | undefined): string | undefined {
  const newest = Number(git('log', '-1', '--format=%ct'));
  return git('rev-list', '-1', `--before=${newest - landingSeconds}`, 'HEAD') || undefined;
}
