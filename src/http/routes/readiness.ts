// Whether the service can serve requests, as `/readyz` says it: the ways in which it cannot, and the sentences for them.

import { AppError, type Bilingual, toFaultCode } from '../../errors.ts';

/** Every way in which `/readyz` can say no; the document lists these and no others. */
export const unreadinessCodes = ['overloaded', 'registry_unavailable', 'audit_unavailable'] as const;
type UnreadinessCode = (typeof unreadinessCodes)[number];

/** `?for=` may name one of these capabilities: kinds of calls that need more than the service as a whole does. */
export const capabilities = ['cpf', 'cnpj', 'company', 'screen'] as const;
export type Capability = (typeof capabilities)[number];

/** Returns undefined if the service can serve requests, or live requests of this kind. Otherwise it returns the error that they would meet. */
export type FindUnreadiness = (capability?: Capability) => Promise<AppError<UnreadinessCode> | undefined>;

/** `fault` is public: codes and our own words. */
export function toNotReadyError(fault: Bilingual): AppError<'overloaded'> {
  return new AppError('overloaded', {
    detail: {
      en: `The service is not ready: ${fault.en}.`,
      pt: `O serviço não está pronto: ${fault.pt}.`,
    },
    internal: fault.en,
    retryAfterSeconds: 1,
  });
}

/** Reports an unknown readiness as a refusal. The caller of the probe is not at fault. */
export function toUnknownReadiness(thrown: unknown): AppError<'overloaded'> {
  const code = toFaultCode(thrown);
  return toNotReadyError({
    en: `what it needs cannot be examined (${code})`,
    pt: `não é possível examinar aquilo de que ele precisa (${code})`,
  });
}

export function toStoppingError(): AppError<'overloaded'> {
  return new AppError('overloaded', {
    detail: {
      en: 'The service is stopping. Use another instance.',
      pt: 'O serviço está parando. Use outra instância.',
    },
    retryAfterSeconds: 5,
  });
}
