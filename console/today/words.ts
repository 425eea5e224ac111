// Words of the screen Hoje.

import { counted, defineWords } from '../words/language.ts';

export const todayWords = defineWords(
  {
    lead: 'O que aconteceu desde ontem e o que precisa de alguém, com o passo que resolve. Nada aqui identifica quem foi consultado.',
    loading: 'Lendo…',
    readAt: (time: string) => `Lido às ${time}`,
    again: 'Ler de novo',
    needs: (count: string) => (count === '1' ? '1 assunto precisa de alguém' : `${count} assuntos precisam de alguém`),
    unknown: (count: string) =>
      count === '1' ? 'sobre 1 assunto não há informação' : `sobre ${count} assuntos não há informação`,
    allWell: 'Nada precisa de ninguém agora',
    parts: {
      sources: 'Fontes',
      lists: 'Listas',
      judgements: 'Julgamentos',
      webhooks: 'Webhooks',
      verifications: 'Consultas',
      cost: 'Custo',
    },
    tones: { bad: 'resolver', warn: 'ver', unread: 'sem informação', none: 'para saber', good: 'em ordem' },
    unread: {
      sources: 'Não foi possível ler como estão as fontes',
      lists: 'Não foi possível ler como estão as listas',
      judgements: 'Não foi possível contar os julgamentos à espera',
      webhooks: 'Não foi possível ler as entregas de webhooks',
      verifications: 'Não foi possível contar as consultas de ontem',
      cost: 'Não foi possível calcular o custo',
    },
    unreadWith: 'Leia de novo. Se continuar assim, veja na máquina do serviço o que há:',
    askAnalyst: 'Quem tem o perfil de análise resolve em Julgamentos.',

    noSources: 'Nenhuma fonte real está conectada: só o sandbox responde sobre pessoas',
    down: (name: string, since: string, affected: string) =>
      `${name} fora do ar há ${since}, ${counted(affected, 'consulta afetada', 'consultas afetadas')}`,
    leftOut: (names: string, isOne: boolean) =>
      isOne
        ? `O orçamento acabou, e esta fonte não é consultada: ${names}`
        : `O orçamento acabou, e estas fontes não são consultadas: ${names}`,
    unasked: (names: string, since: string) => `Sem consultas desde ${since}, não se sabe se responde: ${names}`,
    allUp: (count: string, since: string) =>
      count === '1'
        ? `A fonte conectada responde (nesta máquina, desde ${since})`
        : `As ${count} fontes conectadas respondem (nesta máquina, desde ${since})`,
    toPanel: 'Ver o motivo no Painel',
    toBudgets: 'Como mudar o orçamento',
    toVerify: 'Consultar alguém',
    toSources: 'Como conectar uma fonte',

    lists: {
      missing: (names: string) => `Falta uma lista obrigatória, e sem ela ninguém é dado como não listado: ${names}`,
      damaged: (names: string) => `Não pode ser lida: ${names}`,
      stale: (names: string) => `Já passou do prazo: ${names}`,
    },
    listsCurrent: (count: string) =>
      count === '1' ? 'A lista importada está em dia' : `As ${count} listas importadas estão em dia`,
    toLists: 'Atualizar em Listas',

    due: {
      freeze: (count: string) => `${counted(count, 'bloqueio', 'bloqueios')} com uma etapa fora do prazo`,
      review: (count: string) => `${counted(count, 'aceite', 'aceites')} com a revisão vencida`,
      approval: (count: string) => `${counted(count, 'julgamento', 'julgamentos')} à espera da segunda pessoa`,
    },
    nothingDue: 'Nenhum julgamento espera por alguém',
    toJudgements: 'Resolver em Julgamentos',

    noWebhooks: 'Nenhum endereço recebe webhooks',
    dead: (count: string, ids: string) =>
      `${count === '1' ? '1 entrega desistiu' : `${count} entregas desistiram`} de chegar a ${ids}`,
    waiting: (count: string, ids: string) =>
      `${counted(count, 'entrega recusada espera', 'entregas recusadas esperam')} nova tentativa em ${ids}`,
    delivered: (count: string) =>
      count === '1' ? 'O endereço de webhooks recebe tudo' : `Os ${count} endereços de webhooks recebem tudo`,
    resendWith: 'Depois de corrigir o endereço, envie de novo na máquina do serviço:',
    showWith: 'Veja as entregas na máquina do serviço:',
    copyCommand: (text: string) => `Copiar o comando ${text}`,

    nobodyAsked: (day: string) => `Ontem, ${day}, ninguém foi consultado`,
    asked: (day: string, people: string, companies: string) =>
      `Ontem, ${day}: ${counted(people, 'consulta', 'consultas')} de pessoas e ${companies} de empresas`,
    up: (level: string, from: string, to: string) => `${level}: subiu de ${from} para ${to}`,
    fell: (level: string, from: string, to: string) => `${level}: caiu de ${from} para ${to}`,
    levels: 'Consultas de pessoas pelo que a resposta recomenda',
    level: 'Resposta',
    noResult: 'Sem resultado',
    yesterday: 'Ontem',
    share: 'Parcela',
    week: '7 dias antes',
    today: 'Hoje até agora',
    levelsCount:
      'Consultas de pessoas, reais e de teste, de todas as chaves e de operadores: a soma dos resultados em Uso. A parcela compara ontem com os sete dias antes de ontem, e só diz que mudou a partir de 30 pessoas e 5 pontos.',
    toAudit: 'Ver em Consultas',
    toPanelNow: 'Ver no Painel',

    perApproved: (price: string, month: string, approved: string) =>
      `Em ${month}, ${price} por pessoa aprovável (${counted(approved, 'pessoa', 'pessoas')})`,
    nobodyApproved: (month: string, people: string) =>
      `Em ${month}, nenhuma pessoa aprovável em ${counted(people, 'consulta', 'consultas')}`,
    nobodyPaid: (month: string) => `Em ${month}, nenhuma consulta a fontes`,
    withoutPrice: (count: string) => `Fora da conta: ${counted(count, 'chamada', 'chamadas')} sem preço.`,
    noPrices: 'O custo não é conhecido: nenhuma fonte tem preço',
    toCosts: 'Ver o custo por chave e fonte',
    toPrices: 'Como informar os preços',
  },
  {
    lead: 'What happened since yesterday, and what needs somebody, each with the step that repairs it. Nothing here identifies the people in verifications.',
    loading: 'Reading…',
    readAt: (time) => `Read at ${time}`,
    again: 'Read again',
    needs: (count) => (count === '1' ? '1 subject needs somebody' : `${count} subjects need somebody`),
    unknown: (count) => (count === '1' ? 'nothing is known of 1 subject' : `nothing is known of ${count} subjects`),
    allWell: 'Nothing needs anybody now',
    parts: {
      sources: 'Sources',
      lists: 'Lists',
      judgements: 'Judgements',
      webhooks: 'Webhooks',
      verifications: 'Verifications',
      cost: 'Cost',
    },
    tones: { bad: 'repair', warn: 'look', unread: 'not known', none: 'to know', good: 'in order' },
    unread: {
      sources: 'How the sources are could not be read',
      lists: 'How the lists are could not be read',
      judgements: 'The judgements that wait could not be counted',
      webhooks: 'The deliveries of webhooks could not be read',
      verifications: 'The verifications of yesterday could not be counted',
      cost: 'The cost could not be computed',
    },
    unreadWith: 'Read again. If it stays so, see on the machine of the service what is wrong:',
    askAnalyst: 'Somebody with the role of analyst decides in Judgements.',

    noSources: 'No real source is connected: only the sandbox answers about people',
    down: (name, since, affected) =>
      `${name} down for ${since}, ${counted(affected, 'verification', 'verifications')} affected`,
    leftOut: (names, isOne) =>
      isOne
        ? `The budget is used up, and this source is not asked: ${names}`
        : `The budget is used up, and these sources are not asked: ${names}`,
    unasked: (names, since) => `Not asked since ${since}, so nobody knows whether it answers: ${names}`,
    allUp: (count, since) =>
      count === '1'
        ? `The connected source answers (on this machine, since ${since})`
        : `The ${count} connected sources answer (on this machine, since ${since})`,
    toPanel: 'See why on the dashboard',
    toBudgets: 'How to change the budget',
    toVerify: 'Verify somebody',
    toSources: 'How to connect a source',

    lists: {
      missing: (names) => `A required list is missing, and without it nobody is clear: ${names}`,
      damaged: (names) => `Cannot be read: ${names}`,
      stale: (names) => `Too old: ${names}`,
    },
    listsCurrent: (count) =>
      count === '1' ? 'The imported list is current' : `The ${count} imported lists are current`,
    toLists: 'Update in Lists',

    due: {
      freeze: (count) => `${counted(count, 'freeze', 'freezes')} with a step that is overdue`,
      review: (count) => `${counted(count, 'acceptance', 'acceptances')} with a review that is over`,
      approval: (count) => `${count === '1' ? '1 judgement waits' : `${count} judgements wait`} for the second person`,
    },
    nothingDue: 'No judgement waits for anybody',
    toJudgements: 'Decide in Judgements',

    noWebhooks: 'No address receives webhooks',
    dead: (count, ids) => `${counted(count, 'delivery was', 'deliveries were')} given up at ${ids}`,
    waiting: (count, ids) =>
      `${count === '1' ? '1 refused delivery waits' : `${count} refused deliveries wait`} for the next try at ${ids}`,
    delivered: (count) =>
      count === '1' ? 'The address of webhooks receives all' : `The ${count} addresses of webhooks receive all`,
    resendWith: 'Once the address is repaired, send again on the machine of the service:',
    showWith: 'See the deliveries on the machine of the service:',
    copyCommand: (text) => `Copy the command ${text}`,

    nobodyAsked: (day) => `Yesterday, ${day}, nobody was verified`,
    asked: (day, people, companies) =>
      `Yesterday, ${day}: ${counted(people, 'verification', 'verifications')} of people and ${companies} of companies`,
    up: (level, from, to) => `${level}: up from ${from} to ${to}`,
    fell: (level, from, to) => `${level}: down from ${from} to ${to}`,
    levels: 'Verifications of people by what the answer recommends',
    level: 'Answer',
    noResult: 'No result',
    yesterday: 'Yesterday',
    share: 'Share',
    week: '7 days before',
    today: 'Today so far',
    levelsCount:
      'Verifications of people, live and test, of all keys and operators: the sum of the outcomes in Uso. The share compares yesterday with the seven days before it, and a move is told from 30 people and 5 points on.',
    toAudit: 'See in Audit',
    toPanelNow: 'See on the dashboard',

    perApproved: (price, month, approved) =>
      `In ${month}, ${price} for each person who may be approved (${counted(approved, 'person', 'people')})`,
    nobodyApproved: (month, people) =>
      `In ${month}, nobody may be approved of ${counted(people, 'verification', 'verifications')}`,
    nobodyPaid: (month) => `In ${month}, no source was asked`,
    withoutPrice: (count) => `Not in it: ${counted(count, 'call', 'calls')} without a price.`,
    noPrices: 'The cost is not known: no source has a price',
    toCosts: 'See the cost by key and source',
    toPrices: 'How to enter prices',
  },
);
