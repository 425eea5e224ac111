// What a key may be allowed to do. The console offers the same list.

export const scopes = [
  'verify:cpf',
  'verify:cnpj',
  'verify:batch',
  'read:verification',
  'read:usage',
  'read:company',
  'watch:company',
  'watch:person',
  'screen',
  'manage:clearances',
  'approve:clearances',
  'manage:webhooks',
  'show:cpf',
] as const;
export type Scope = (typeof scopes)[number];

/** A key has these scopes by default; every other scope must be named explicitly. */
export const defaultScopes: readonly Scope[] = ['verify:cpf', 'verify:cnpj'];
