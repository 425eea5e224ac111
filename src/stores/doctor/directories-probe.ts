// Who may get at the data and the secrets directory: owners, permissions, and files that belong to somebody else.

import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Finding, fault, ok, type Probe, toFaultFinding, warning } from '../../app/doctor/finding.ts';
import { checkDirectories } from '../secrets/directories.file.ts';

interface Directories {
  readonly dataDirectory: string;
  readonly secretsDirectory: string;
  /** `userId` names the user who would run the service. The value is undefined if the system has no such numbers. */
  readonly userId: number | undefined;
}

export function createDirectoriesProbe({ dataDirectory, secretsDirectory, userId }: Directories): Probe {
  return {
    subject: 'data_dir',
    run: () => [
      examineDirectory({ subject: 'data_dir', path: dataDirectory, othersMask: 0o007, userId }),
      examineDirectory({ subject: 'secrets_dir', path: secretsDirectory, othersMask: 0o077, userId }),
      ...findMixUp(dataDirectory, secretsDirectory),
    ],
  };
}

interface Examined {
  readonly subject: string;
  readonly path: string;
  /** `othersMask` holds the rights that other users must not have. */
  readonly othersMask: number;
  readonly userId: number | undefined;
}

function examineDirectory({ subject, path, othersMask, userId }: Examined): Finding {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return examineMissing(subject, path);
    if (!found.isDirectory()) return fault(subject, `${path} is not a folder.`, `Set ${subject} to a folder.`);
    if ((found.mode & othersMask) !== 0) {
      return fault(subject, `${path} is open to other users of this machine.`, `Close it with: chmod 0700 ${path}`);
    }
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const strange = readdirSync(path).find((name) => isAnothers(join(path, name), found.uid));
    if (strange !== undefined) {
      return fault(
        subject,
        `${join(path, strange)} belongs to another user than ${path}; the service may not be able to use it.`,
        `Give it back: chown --reference=${path} ${join(path, strange)}. Run every command as the user of the service.`,
      );
    }
    if (userId !== undefined && found.uid !== userId) {
      return warning(
        subject,
        `${path} belongs to another user than the one who runs this command.`,
        'Run every command as the user of the service: sudo -u confere confere doctor',
      );
    }
    return ok(subject, `${path} is there and closed to others.`);
  } catch (error) {
    return toFaultFinding(subject, error);
  }
}

function examineMissing(subject: string, path: string): Finding {
  const parent = findExisting(dirname(path));
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return ok(subject, `${path} is not there yet; the first start makes it.`);
  } catch {
    return fault(
      subject,
      `${path} is not there, and this user cannot make it in ${parent}.`,
      `Make it for the user of the service: install -d -m 0700 -o confere -g confere ${path}`,
    );
  }
}

/** The closest folder above that is there. */
export function findExisting(path: string): string {
  const parent = dirname(path);
  return parent === path || statSync(path, { throwIfNoEntry: false }) !== undefined ? path : findExisting(parent);
}

function isAnothers(path: string, owner: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.uid !== owner;
}

function findMixUp(dataDirectory: string, secretsDirectory: string): readonly Finding[] {
  try {
    checkDirectories({ dataDirectory, secretsDirectory });
    return [];
  } catch (error) {
    const finding = toFaultFinding('secrets_dir', error);
    // That others can get at it was said by the look at the folder itself.
    return finding.says.includes('chmod 0700') ? [] : [finding];
  }
}
