// What the log is told of a fault in a store. A database's own message may repeat values; its code does not.

export function toFaultCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
