// Words of the parts that every screen is made of.

import { defineWords } from '../words/language.ts';

export const partWords = defineWords(
  {
    fictitious: 'DADOS FICTÍCIOS',
    optional: '(opcional)',
    copied: 'Copiado',
    asChart: 'Gráfico',
    asTable: 'Tabela',
    unreachable: 'O serviço não responde',
    unreachableAdvice: 'O que você digitou continua aqui. A página volta a funcionar assim que o serviço responder.',
    retry: 'Tentar de novo',
    retryIn: (seconds: string) => `Tente de novo em ${seconds} s`,
    protocol: (id: string) => `Protocolo ${id}`,
    unexpected: 'Algo deu errado nesta página. Recarregue e tente de novo.',
    loading: 'Carregando…',
    cancel: 'Cancelar',
    clear: 'Limpar',
    more: 'Mostrar mais',
    print: 'Imprimir',
    copy: 'Copiar',
  },
  {
    fictitious: 'FICTITIOUS DATA',
    optional: '(optional)',
    copied: 'Copied',
    asChart: 'Chart',
    asTable: 'Table',
    unreachable: 'The service does not answer',
    unreachableAdvice: 'What you typed is still here. The page works again as soon as the service is back.',
    retry: 'Try again',
    retryIn: (seconds) => `Try again in ${seconds} s`,
    protocol: (id) => `Request ${id}`,
    unexpected: 'Something failed on this page. Reload it and try again.',
    loading: 'Loading…',
    cancel: 'Cancel',
    clear: 'Clear',
    more: 'Show more',
    print: 'Print',
    copy: 'Copy',
  },
);
