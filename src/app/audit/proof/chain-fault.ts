// Why a chain is not continued: what lies there is not what we wrote. Each needs an operator's decision; none mends itself.

export const chainFaults = {
  AUDIT_LOST: 'The audit that was written here is gone, and an empty one lies in its place.',
  AUDIT_REWOUND: 'The audit is an older copy, or its last records were removed or changed.',
  AUDIT_FORGED: 'The last record of the audit does not carry our MAC: it was written or changed without the secret.',
} as const;

export type ChainFaultCode = keyof typeof chainFaults;

/** `code` is what the thread that writes tells of it. */
export class ChainFault extends Error {
  readonly code: ChainFaultCode;

  constructor(code: ChainFaultCode) {
    super(chainFaults[code]);
    this.code = code;
  }
}

/** The sentence of a code, where it is one of these. */
export function explainChainFault(code: string): string | undefined {
  return Object.hasOwn(chainFaults, code) ? chainFaults[code as ChainFaultCode] : undefined;
}

/** Returns the same explanation with its code and advice for operators of the service. */
export function adviseOnChainFault(code: string): string | undefined {
  const sentence = explainChainFault(code);
  if (sentence === undefined) return undefined;
  return `${code}: ${sentence} Keep everything as it is, run: confere audit verify, then decide: restore the audit, or confere audit accept-loss`;
}
