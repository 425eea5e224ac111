// Operators of the console as they are kept.

import { inDatabase, nobody, type Stores } from './store.ts';

export const toPasskeyPlace = ({ id, operatorId, credentialId }: RowIds) =>
  `passkey ${id} ${operatorId} ${credentialId}`;

interface RowIds {
  readonly id: string;
  readonly operatorId: string;
  readonly credentialId: string;
}

export const operatorStores = {
  operators: {
    what: { en: 'operators of the console and their sessions', pt: 'operadores do console e suas sessões' },
    ...inDatabase,
    form: {
      en: 'name, role and, with single sign-on, the subject at the provider in clear; password and token as keyed hashes; the second factor, the names and the public keys of passkeys sealed. Each row carries a keyed checksum, as a key does (`row_fault`)',
      pt: 'nome, perfil e, com login único, o subject no provedor em claro; senha e token como hashes com chave; o segundo fator, os nomes e as chaves públicas das passkeys cifrados. Cada linha leva uma soma de verificação com chave, como a de uma chave (`row_fault`)',
    },
    until: { en: 'operators for good; a session until it ends', pt: 'operadores para sempre; uma sessão até terminar' },
    onErase: nobody,
    tables: {
      operators: {
        key: ['id'],
        proven: [
          ...['id', 'name', 'role', 'password_hash', 'sealed_totp', 'totp_step', 'created_at_ms', 'disabled_at_ms'],
          ...['device_epoch', 'sso_subject', 'local_until_ms', 'has_passkey'],
        ],
        sealed: { column: 'sealed_totp', purpose: 'operator-totp', place: ({ id }) => String(id) },
        moved: { part: 'operators' },
        reconciled: {
          gone: 'confere operators create NAME',
          putBack: 'confere operators disable NAME, or role NAME',
        },
      },
      operator_sessions: {
        key: ['id'],
        proven: ['id', 'token_hash', 'operator_id', 'begun_at_ms', 'seen_at_ms', 'network', 'has_second_factor'],
        moved: 'operators sign in again',
      },
      operator_passkeys: {
        key: ['id'],
        proven: ['id', 'operator_id', 'credential_id', 'sealed', 'sign_count', 'created_at_ms', 'last_used_at_ms'],
        sealed: {
          ...{ column: 'sealed', purpose: 'operator-passkey' },
          place: (row) =>
            toPasskeyPlace({
              ...{ id: String(row['id']), operatorId: String(row['operator_id']) },
              credentialId: String(row['credential_id']),
            }),
        },
        moved: { part: 'operators' },
        reconciled: {
          gone: 'its operator adds it again',
          putBack: 'confere operators passkeys NAME --remove ID',
        },
      },
      used_sign_ins: { rights: 'SELECT, INSERT, DELETE', moved: 'a sign-in that is under way begins anew' },
    },
  },
} as const satisfies Stores;
