// Copies of this checkout: for a program that runs as another user, files that everybody can read and a folder that everybody can enter,
// which are copied where only the owner can enter the checkout; and for a build, just what git has.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { createOutputDirectory } from './output.ts';

const root = join(import.meta.dirname, '../..');
const neededFiles = ['bin', 'console', 'deploy', 'docs', 'openapi.json', 'package.json', 'packages', 'profiles', 'src'];

function isOpen(path: string): boolean {
  const mayEnter = (statSync(path).mode & 0o001) !== 0;
  return mayEnter && (dirname(path) === path || isOpen(dirname(path)));
}

/** Takes what clears away the copy. `onTestFinished` serves inside of a test alone. */
type OnEnd = (clear: () => void) => void;

function createOpenFolder(onEnd: OnEnd): string {
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((path) => existsSync(path) && isOpen(path));
  if (parent === undefined) throw new Error('No folder for temporary files can be entered by other users.');
  const folder = mkdtempSync(join(parent, 'confere-open-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('chmod', ['755', folder]);
  return folder;
}

interface OpenCheckoutOptions {
  /** Copied besides what the service needs. */
  readonly also?: readonly string[];
  readonly onEnd?: OnEnd;
}

/** This checkout, or a copy of what the service needs of it. */
export function openCheckout({ also = [], onEnd = onTestFinished }: OpenCheckoutOptions = {}): string {
  if (isOpen(root)) return root;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const packages = Object.keys(lock.packages).filter(
    (path) => /^node_modules\/(?!.*\/node_modules\/)/.test(path) && lock.packages[path]?.dev !== true,
  );
  const folder = createOpenFolder(onEnd);
  const present = [...neededFiles, ...also, ...packages].filter((path) => existsSync(join(root, path)));
  execFileSync('cp', ['-r', '--parents', ...present, folder], { cwd: root });
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  return folder;
}

/** Where output goes, if others can enter it. */
export function openOutputDirectory(prefix: string, onEnd: OnEnd = onTestFinished): string {
  return isOpen(root) ? createOutputDirectory(prefix) : createOpenFolder(onEnd);
}

/** The Node of the tests, which lies in the checkout as well. */
export function findNode(checkout: string): string {
  const path = relative(root, process.execPath);
  return path.startsWith('..') ? process.execPath : join(checkout, path);
}

/** A folder with just what git has of this checkout, changes of tracked files included: what a build finds elsewhere. */
export function createCleanCheckout(): string {
  // Not where output is searched: it is code.
  const folder = mkdtempSync(join(tmpdir(), 'confere-checkout-'));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const state = git('stash', 'create') || 'HEAD';
  const archive = join(folder, '.archive.tar');
  git('archive', '--output', archive, state);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  execFileSync('rm', [archive]);
  return folder;
}
