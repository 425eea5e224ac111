// The errors in Portuguese: title and sentence of every code, and of every fault of a field. The English ones are the registry's own.
// A code that lacks its Portuguese does not compile.

import type { ErrorCode, FieldFaultCode } from '../../errors.ts';

interface ErrorText {
  readonly title: string;
  readonly detail: string;
}

export const errorsInPortuguese: Readonly<Record<ErrorCode, ErrorText>> = {
  invalid_json: {
    title: 'O corpo não é um objeto JSON válido',
    detail: 'Envie um único objeto JSON em UTF-8, sem chaves repetidas.',
  },
  invalid_query: {
    title: 'Os parâmetros da consulta não foram entendidos',
    detail:
      'Envie somente os parâmetros desta operação, cada um uma vez; uma verificação aceita `explain=true` ou `explain=false`.',
  },
  invalid_purpose: {
    title: 'A finalidade não é uma das que este serviço aceita',
    detail: 'Não envie `Confere-Purpose`, ou envie uma das finalidades que quem opera este serviço configurou.',
  },
  malformed_http: {
    title: 'A requisição não é HTTP bem formado',
    detail: 'Confira a linha da requisição, os cabeçalhos (exatamente um Host) e a delimitação do corpo.',
  },
  invalid_request: {
    title: 'A requisição tem campos inválidos',
    detail: 'Corrija os campos listados em `errors` e envie a requisição de novo.',
  },
  invalid_batch: {
    title: 'O corpo não é uma tabela de CPFs ou CNPJs',
    detail:
      'Envie CSV com cabeçalho, ou um objeto JSON em cada linha, com uma coluna `cpf`, `cnpj` ou `documento` e pelo menos uma linha.',
  },
  invalid_watch: {
    title: 'O corpo não é uma lista de CNPJs',
    detail:
      'Envie `{"cnpjs": […]}` em JSON, ou CSV ou NDJSON com uma coluna `cnpj` ou `documento`, com pelo menos um CNPJ válido.',
  },
  missing_api_key: {
    title: 'Nenhuma chave de API foi enviada',
    detail: 'Envie o cabeçalho `Authorization: Bearer <API_KEY>`.',
  },
  invalid_api_key: {
    title: 'A chave de API não é válida',
    detail:
      'A chave está mal digitada, é desconhecida, foi revogada ou expirou. Peça uma válida a quem opera este serviço.',
  },
  sign_in_required: {
    title: 'É preciso entrar no console',
    detail: 'Entre e repita o que estava fazendo. A sessão termina sozinha depois de algum tempo.',
  },
  sign_in_refused: {
    title: 'Nome, senha ou código incorretos',
    detail: 'Confira os três. Um acesso desativado também é recusado: fale com quem administra o serviço.',
  },
  role_too_low: {
    title: 'Seu perfil não permite fazer isso',
    detail: 'Fale com quem administra este serviço.',
  },
  cross_site_refused: {
    title: 'A requisição não veio do console',
    detail: 'Abra o console no endereço dele e tente de novo por lá.',
  },
  https_required: {
    title: 'O console precisa de HTTPS',
    detail:
      'Por segurança, não dá para entrar sem HTTPS. Use um endereço que comece com https, ou abra o console na própria máquina.',
  },
  insufficient_scope: {
    title: 'A chave de API não pode usar esta operação',
    detail: 'Use uma chave com o escopo desta operação; o cabeçalho `WWW-Authenticate` diz qual é.',
  },
  network_not_allowed: {
    title: 'A chave de API não pode ser usada a partir desta rede',
    detail:
      'Envie a requisição de uma rede permitida para esta chave, ou peça a quem opera este serviço que inclua a sua.',
  },
  not_found: {
    title: 'Não há nada neste endereço',
    detail: 'As operações são POST /v1/verify/cpf e POST /v1/verify/cnpj; as demais estão na referência, em /docs.',
  },
  company_not_found: {
    title: 'O cadastro não tem essa empresa',
    detail:
      'O número é bem formado, mas o cadastro em uso não o contém; uma empresa nova aparece com os próximos arquivos mensais.',
  },
  key_not_found: {
    title: 'Não há essa chave',
    detail: 'A lista de chaves pode estar desatualizada: carregue-a de novo.',
  },
  verification_not_found: {
    title: 'Não existe essa verificação',
    detail:
      'O identificador é desconhecido, pertence a outra chave de API ou a uma chave de teste, ou aquilo de que a resposta foi feita já não está guardado.',
  },
  batch_not_found: {
    title: 'Não existe esse lote',
    detail: 'O lote foi apagado, expirou ou pertence a outra chave de API.',
  },
  watch_not_found: {
    title: 'Não existe esse acompanhamento',
    detail: 'O acompanhamento foi apagado ou pertence a outra chave de API.',
  },
  method_not_allowed: {
    title: 'Este endereço não aceita esse método',
    detail: 'Use um método listado no cabeçalho `Allow`.',
  },
  request_timeout: {
    title: 'A requisição demorou demais para chegar',
    detail: 'Envie a requisição inteira, cabeçalhos e corpo, em até cinco segundos.',
  },
  idempotency_in_progress: {
    title: 'A primeira chamada com esta Idempotency-Key ainda está em andamento',
    detail: 'Espere o tempo indicado em `Retry-After` e repita a mesma chamada para receber a resposta dela.',
  },
  idempotency_outcome_unknown: {
    title: 'A primeira chamada com esta Idempotency-Key foi interrompida',
    detail:
      'Fontes podem já ter sido consultadas, por isso nada é consultado de novo. Use uma nova chave para aceitar uma segunda consulta.',
  },
  key_not_changeable: {
    title: 'Esta chave não pode mais ser alterada',
    detail:
      'Ela foi revogada, o que é definitivo, foi alterada por outros meios que não o Confere, ou é a chave do sandbox, que não tem outro segredo. Crie outra chave.',
  },
  registry_busy: {
    title: 'Já há um trabalho em curso no cadastro',
    detail:
      'Uma importação, atualização ou volta de cada vez. Acompanhe pela página e tente de novo quando ela terminar.',
  },
  registry_changed: {
    title: 'O cadastro não está mais como a página mostrava',
    detail: 'Alguém o mudou nesse meio-tempo, por isso nada foi feito. Olhe de novo.',
  },
  payload_too_large: {
    title: 'O corpo é grande demais',
    detail: 'Um corpo tem no máximo 16 KiB; o de uma consulta de muitas empresas, 64 KiB.',
  },
  batch_too_large: {
    title: 'O lote tem linhas demais',
    detail: 'Envie-o em partes.',
  },
  watch_too_large: {
    title: 'O acompanhamento tem empresas demais',
    detail: 'Divida a lista.',
  },
  unsupported_media_type: {
    title: 'O corpo precisa ser JSON',
    detail: 'Envie o cabeçalho `Content-Type: application/json` e um corpo sem compressão.',
  },
  range_not_satisfiable: {
    title: 'Os resultados terminam antes desse byte',
    detail:
      'Peça um intervalo que comece dentro do tamanho indicado em `Content-Range`; o que você já tem pode ser tudo.',
  },
  host_not_allowed: {
    title: 'O serviço não atende por este nome',
    detail:
      'O console e o endereço para operadores só atendem pelos nomes que conhecem. Quem opera o serviço inclui este em `console.hosts` ' +
      '(CONFERE_CONSOLE_HOSTS), ou abre pelo endereço IP.',
  },
  idempotency_key_reused: {
    title: 'Esta Idempotency-Key pertence a outra requisição',
    detail: 'Use uma nova Idempotency-Key para um corpo ou uma consulta diferente.',
  },
  rate_limited: {
    title: 'Requisições demais',
    detail: 'Espere o tempo indicado em `Retry-After`.',
  },
  quota_exceeded: {
    title: 'A cota desta chave de API acabou',
    detail: 'Espere o tempo indicado em `Retry-After`, ou peça uma cota maior a quem opera este serviço.',
  },
  too_many_batches: {
    title: 'Há lotes demais desta chave de API sem terminar',
    detail: 'Espere um deles terminar, ou apague um.',
  },
  webhook_not_found: {
    title: 'Este destino não existe',
    detail: 'Não há nenhum desta chave de API com este identificador.',
  },
  invalid_webhook: {
    title: 'Isto não é um destino de webhooks',
    detail: 'Envie JSON com `url`; para alterar um destino, `url`, `rotate_secret` e `overlap_seconds`.',
  },
  too_many_webhooks: {
    title: 'Esta chave de API já tem todos os destinos que pode ter',
    detail: 'Apague um, ou peça mais a quem opera o serviço.',
  },
  too_many_watches: {
    title: 'Esta chave de API já tem todos os acompanhamentos que pode ter',
    detail: 'Apague um, ou peça mais a quem opera o serviço.',
  },
  headers_too_large: {
    title: 'Os cabeçalhos da requisição são grandes demais',
    detail: 'Envie no máximo 8 KiB de linha de requisição e cabeçalhos.',
  },
  internal_error: {
    title: 'O serviço não conseguiu processar a requisição',
    detail: 'Nada foi decidido. Informe o `request_id` a quem opera este serviço.',
  },
  sources_unavailable: {
    title: 'Nenhuma fonte pôde ser consultada',
    detail:
      'Nem um birô nem o registro de fraudes respondeu, por isso não há resultado. Tente de novo depois de `Retry-After`.',
  },
  registry_unavailable: {
    title: 'O cadastro de empresas não está disponível',
    detail: 'O cadastro não está carregado ou está em reparo. Isso nada diz sobre a empresa: tente de novo mais tarde.',
  },
  audit_unavailable: {
    title: 'A verificação não pode ser registrada',
    detail:
      'Nenhuma verificação sai deste serviço sem que fique um registro dela. Tente de novo depois de `Retry-After`.',
  },
  overloaded: {
    title: 'O serviço está no limite',
    detail: 'Nenhuma fonte foi consultada. Tente de novo depois de `Retry-After`.',
  },
  sources_not_configured: {
    title: 'Nenhuma fonte de produção está configurada',
    detail:
      'Este serviço ainda não tem birôs de produção: quem opera os conecta. Chaves de teste respondem pelo sandbox.',
  },
};

export const fieldFaultsInPortuguese: Readonly<Record<FieldFaultCode, string>> = {
  required: 'O campo está faltando.',
  invalid_type: 'O campo tem o tipo JSON errado.',
  unknown_field: 'A operação não tem esse campo.',
  invalid_format: 'O número não está escrito em uma forma aceita.',
  invalid_check_digits: 'Os dígitos verificadores não conferem: o número está mal digitado ou não existe.',
  invalid_date: 'A data não é um dia real no formato AAAA-MM-DD, está no futuro ou é anterior a 1900-01-01.',
  too_many: 'A lista tem mais itens do que a operação aceita.',
  invalid_name: 'O nome precisa ter de 2 a 200 caracteres, ao menos dois deles letras, e nenhum caractere de controle.',
};
