// Answers about a row from this machine alone: the registry of companies, the lists, or both.

import { type Question, toScreened } from '../../app/bulk/question.ts';
import type { AnswerBody } from '../../app/bulk/run/outcome.ts';
import { listKnownCompany } from '../../app/screening/screen-verified.ts';
import { weighCompany } from '../../domain/company/weigh-company.ts';
import { coverScreened } from '../../domain/coverage/list-coverage.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import { type LocalCompanies, type LocalCompaniesOptions, openLocalCompanies } from './local-companies.ts';
import { type LocalListsOptions, openLocalLists } from './local-lists.ts';

/** All that is needed; it can be sent to another thread. */
export interface LocalAnswersOptions {
  /** The value is undefined if the run asks only the lists. */
  readonly companies: LocalCompaniesOptions | undefined;
  readonly lists: LocalListsOptions | undefined;
  /** By which the lists weigh on the risk, as in the service; undefined where verifications are not screened. */
  readonly weighedBy: RiskPolicy | undefined;
}

export interface LocalAnswers {
  answer(question: Question): AnswerBody;
  /** Throws where answers since the last time must not be used. */
  requireWhole(): void;
  close(): void;
}

export async function openLocalAnswers({ companies, lists, weighedBy }: LocalAnswersOptions): Promise<LocalAnswers> {
  const registry = companies && openLocalCompanies(companies);
  const opened = lists && (await openLocalLists(lists));

  function screen(question: Question): AnswerBody {
    const asked = question.kind === 'cpf' ? { cpf: question.cpf } : { cnpj: question.cnpj };
    if (opened === undefined) return asked;
    const screened = toScreened(question);
    const { short, looked } = opened.screen(screened);
    return { ...asked, explanation: coverScreened(looked, screened), screening: short };
  }

  function verify(question: Question, { decide, toBody }: LocalCompanies): AnswerBody {
    if (question.kind === 'cpf') throw new Error('A CPF is not looked up in the registry');
    const { cnpj } = question;
    const { decision, company } = decide(question);
    if (opened === undefined) return toBody(cnpj, decision);
    if (weighedBy === undefined) {
      const { short, looked } = opened.screen(toScreened(question));
      return { ...toBody(cnpj, decision, looked), screening: short };
    }
    const { short, looked, rungs } = opened.screen(...listKnownCompany(question, company));
    return { ...toBody(cnpj, weighCompany(decision, rungs, weighedBy), looked), screening: short };
  }

  return {
    answer: (question) => (registry === undefined ? screen(question) : verify(question, registry)),
    requireWhole: () => opened?.requireWhole(),
    close() {
      registry?.close();
      opened?.close();
    },
  };
}
