// Nothing is accepted that cannot be kept, and what the caller is told where it cannot.

import { AppError, toFaultCode } from '../../errors.ts';

const retryAfterSeconds = 5;
const detail = {
  en: 'What was sent cannot be stored at the moment: the disk of this service is full or does not keep up. Nothing of it was kept, and no source was asked. Send it again after `Retry-After`.',
  pt: 'Não foi possível guardar o que foi enviado: o disco deste serviço está cheio ou lento. Nada foi guardado, e nenhuma fonte foi consultada. Envie de novo depois de `Retry-After`.',
};

export function requireStored<Result>(written: Promise<Result>): Promise<Result> {
  return written.catch((error: unknown) => {
    throw new AppError('overloaded', { detail, retryAfterSeconds, internal: `not stored: ${toFaultCode(error)}` });
  });
}
