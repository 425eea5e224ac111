// The audit as it is kept. Its records move in the order in which they were written: `stores/transfer/copy-audit`.

import { addOnly, forGood, inAudit, ofItself, type Stores } from './store.ts';

const byHand = 'in an order of its own: see copy-audit';
const ofProbes = 'written to find out whether it can be, and deleted again';
const shared = { in: 'postgres' } as const;

export const auditStores = {
  audit_records: {
    what: {
      en: 'audit: who was asked about, when, by whom, with what result',
      pt: 'auditoria: quem foi consultado, quando, por quem, com qual resultado',
    },
    ...inAudit,
    form: {
      en: 'all of it sealed (AES-256-GCM), the number in it as a keyed hash (HMAC-SHA-256); 40 bits of that hash in clear',
      pt: 'tudo cifrado (AES-256-GCM), e nele o número como hash com chave (HMAC-SHA-256); 40 bits desse hash em claro',
    },
    until: {
      en: '`audit.record_days`; query, evidence and decision `audit.evidence_days`',
      pt: '`audit.record_days`; consulta, evidências e decisão, `audit.evidence_days`',
    },
    onErase: {
      en: 'Confere overwrites content, details and their salts; place and hashes stay, so that the chain verifies',
      pt: 'o Confere sobrescreve conteúdo, detalhes e seus sais; posição e hashes ficam, para que a cadeia passe na verificação',
    },
    personal: {
      report: ['registros das consultas acima', 'até o fim do prazo de guarda da auditoria'],
      erased: ['record erased.', 'records erased.'],
      searching: 'Naming and forgetting records of the audit',
    },
    tables: {
      'audit.db:groups': { moved: byHand },
      'audit.db:evidence': { moved: byHand },
      'audit.db:open_intents': { moved: byHand },
      audit_groups: { ...shared, rights: addOnly, moved: byHand },
      audit_evidence: { ...shared, rights: addOnly, moved: byHand },
      audit_open_intents: { ...shared, moved: byHand },
    },
  },
} as const satisfies Stores;

export const headStores = {
  heads: {
    what: {
      en: 'signed heads of the audit, and the policies in force',
      pt: 'pontas assinadas da auditoria e políticas em vigor',
    },
    ...inAudit,
    form: { en: 'in clear', pt: 'em claro' },
    ...forGood,
    tables: {
      'audit.db:heads': { moved: byHand },
      'audit.db:ended_chains': { moved: byHand },
      'audit.db:ended_dropped': { moved: byHand },
      'audit.db:policies': { moved: byHand },
      'audit.db:meta': { moved: ofItself },
      'audit.db:probes': { moved: ofProbes },
      audit_chains: { ...shared, rights: addOnly, moved: byHand },
      audit_heads: { ...shared, rights: addOnly, moved: byHand },
      audit_policies: { ...shared, rights: addOnly, moved: byHand },
      audit_dropped: { ...shared, rights: 'SELECT', moved: byHand },
      audit_probes: { ...shared, moved: ofProbes },
    },
  },
} as const satisfies Stores;
