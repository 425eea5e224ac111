// What went wrong on the way of some bytes: whether asking again may help, and what to say of it.

const diskFaults = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR'];

/** A full or failing disk does not get better by asking the server again. */
export function isDiskFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const connecting = error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return diskFaults.includes(code) && !connecting;
}

export function mayPassLater(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

export function toLostConnection(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `the connection was lost${code}`;
}
