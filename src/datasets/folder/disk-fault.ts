// What to say when the disk refuses: it is full, or its files belong to another user (a first import as root, then cron as
// somebody else). Any other error stays what it is.

import { statSync } from 'node:fs';
import { codeOf, nowExitCode, OperatorError } from '../../errors.ts';

/** Runs the work, which may be asynchronous, and turns what the disk refuses into a sentence for the operator. */
export function withDiskFaults<T>(directory: string, work: () => T): T {
  const fail = (error: unknown): never => {
    throw toDiskFault(error, directory);
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (error) {
    return fail(error);
  }
}

export function isDiskFull(error: unknown): boolean {
  // EFBIG: a limit on the size of files is a small disk, too.
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error));
}

function toDiskFault(error: unknown, directory: string): unknown {
  if (isDiskFull(error)) {
    return new OperatorError(
      {
        en: `The disk of ${directory} is full: nothing was published, and what was live stays in use. Free some space and run the command again.`,
        pt: `O disco de ${directory} está cheio: nada foi publicado e o que estava em uso continua valendo. Libere espaço e tente de novo.`,
      },
      nowExitCode,
    );
  }
  const code = codeOf(error);
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return error;
  const path = (error as NodeJS.ErrnoException).path ?? directory;
  if (code === 'EROFS')
    return new OperatorError({
      en: `${path} is on a disk that is mounted read-only: nothing was changed.`,
      pt: `${path} está em um disco montado só para leitura: nada mudou.`,
    });
  return new OperatorError({
    en: `${path} may not be read or written by this user (${code})${ownerOf(directory)}: run the command as the owner, or give the whole folder to the user that runs it (chown -R USER ${directory}).`,
    pt: `O usuário que executa o serviço não pode ler ou gravar ${path} (${code}): dê a pasta inteira a ele (chown -R USUÁRIO ${directory}).`,
  });
}

function ownerOf(directory: string): string {
  try {
    return `; ${directory} belongs to user ${statSync(directory).uid}, this is user ${process.getuid?.() ?? 'unknown'}`;
  } catch {
    return '';
  }
}
