// Operators: the people who sign in to the console, and what each role may do. Passwords are the business of the use cases.

export const roles = ['viewer', 'analyst', 'admin'] as const;
/** Each may do what the one before it may. */
export type Role = (typeof roles)[number];

export type OperatorId = string & { readonly brand: 'OperatorId' };

export interface OperatorRecord {
  readonly id: OperatorId;
  /** The operator types this name to sign in. */
  readonly name: string;
  readonly role: Role;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  readonly createdAtMs: number;
  /** The value is null while the operator may sign in. */
  readonly disabledAtMs: number | null;
  /** The operator has this identity at the provider of single sign-on; null for an operator of this service with a password. */
  readonly ssoSubject: string | null;
  /**
   * An operator with a password may sign in until this time although such operators are switched off. The value is null if no operator has allowed
   * it.
   */
  readonly localUntilMs: number | null;
}

export function mayActAs(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Lower case, so that two operators never differ by case alone. */
export function isOperatorName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._@-]{1,63}$/.test(text);
}
