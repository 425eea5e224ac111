// The errors in Portuguese: title and sentence of every code, and of every fault of a field. The English ones are the registry's own.
// A code that lacks its Portuguese does not compile.

import type { ErrorCode, FieldFaultCode } from '../../error-codes.ts';

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
    title: 'Os parâmetros da URL são inválidos',
    detail:
      'Envie somente os parâmetros desta operação, cada um uma vez; uma verificação aceita `explain=true` ou `explain=false`.',
  },
  invalid_purpose: {
    title: 'A finalidade não é uma das que este serviço aceita',
    detail: 'Omita `Confere-Purpose`, ou envie uma das finalidades que quem administra este serviço configurou.',
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
    title: 'O arquivo não é uma tabela de CPFs ou CNPJs',
    detail:
      'Envie CSV com cabeçalho, ou um objeto JSON em cada linha, com uma coluna `cpf`, `cnpj` ou `documento` e pelo menos uma linha.',
  },
  invalid_watch: {
    title: 'O corpo não é uma lista de empresas ou pessoas',
    detail:
      'Envie `{"cnpjs": […]}` ou `{"people": […]}` em JSON, ou CSV ou NDJSON com uma coluna `cnpj`, `cpf` ou `documento`, com pelo menos uma linha válida. Uma tabela de pessoas precisa de `?kind=person`.',
  },
  purpose_required: {
    title: 'Acompanhar pessoas exige finalidade e base legal',
    detail:
      'Envie `Confere-Purpose`, a não ser que a chave de API tenha finalidade própria, e `?legal_basis=`, como `legal_obligation`.',
  },
  missing_api_key: {
    title: 'Nenhuma chave de API foi enviada',
    detail: 'Envie o cabeçalho `Authorization: Bearer <API_KEY>`.',
  },
  invalid_api_key: {
    title: 'A chave de API não é válida',
    detail:
      'A chave está mal digitada, é desconhecida, foi revogada ou expirou. Peça uma válida a quem administra este serviço.',
  },
  sign_in_required: {
    title: 'É preciso entrar no console',
    detail: 'Entre e repita o que estava fazendo. A sessão termina sozinha depois de algum tempo.',
  },
  sign_in_refused: {
    title: 'Nome, senha ou código incorretos',
    detail: 'Confira os três. Um acesso desativado também é recusado: fale com quem administra o serviço.',
  },
  sign_in_too_old: {
    title: 'Entre de novo para fazer isso',
    detail: 'O serviço só muda a forma de entrar até dez minutos depois do login. Saia e entre de novo.',
  },
  code_refused: {
    title: 'O código está incorreto',
    detail:
      'Digite o código que o aplicativo mostra agora. Se ele for recusado de novo, confira se o aparelho está com a hora certa.',
  },
  enrolment_expired: {
    title: 'Esta configuração não vale mais',
    detail: 'Ela começou em outra sessão, ou há tempo demais. Comece de novo.',
  },
  factor_by_provider: {
    title: 'Quem pede o segundo fator é o provedor do login único (SSO)',
    detail: 'Configure-o lá. Este serviço não guarda nenhum para quem entra pelo login único.',
  },
  totp_exists: {
    title: 'Já existe um aplicativo autenticador',
    detail: 'Quem administra o serviço pode removê-lo com `confere operators totp --off`.',
  },
  passkey_refused: {
    title: 'A passkey foi recusada',
    detail:
      'Tente de novo. Ela pode ter sido removida, ou o acesso desativado: entre de outra forma ou fale com quem administra o serviço.',
  },
  passkey_required: {
    title: 'Entre com a sua passkey',
    detail:
      'Seu perfil exige um segundo fator, e o seu é uma passkey. Se você a perdeu, quem administra o serviço pode removê-la com `confere operators passkeys`.',
  },
  passkey_not_added: {
    title: 'A passkey não foi adicionada',
    detail: 'A resposta do navegador não é válida, ou a passkey já é conhecida. Tente de novo ou use outro aparelho.',
  },
  passkeys_full: {
    title: 'Já existem dez passkeys',
    detail: 'Remova uma que você não usa mais e tente de novo.',
  },
  passkeys_elsewhere: {
    title: 'O console não pode ter passkeys aqui',
    detail:
      'Navegadores só permitem passkeys em um endereço HTTPS com nome e em `localhost`. Quem administra o serviço define `console.address`.',
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
      'Por segurança, não é possível entrar sem HTTPS. Use um endereço que comece com https ou abra o console na própria máquina.',
  },
  insufficient_scope: {
    title: 'A chave de API não pode usar esta operação',
    detail: 'Use uma chave com o escopo desta operação; o cabeçalho `WWW-Authenticate` diz qual é.',
  },
  needs_senior: {
    title: 'Só um aprovador pode fazer isso',
    detail:
      'Um aprovador aceita um cliente apesar de uma ocorrência e encerra um bloqueio: um administrador no console, ou uma chave com o escopo `approve:clearances`.',
  },
  network_not_allowed: {
    title: 'A chave de API não pode ser usada a partir desta rede',
    detail:
      'Envie a requisição de uma rede permitida para esta chave, ou peça a quem administra este serviço que inclua a sua.',
  },
  not_found: {
    title: 'Não há nada neste endereço',
    detail: 'As operações são POST /v1/verify/cpf e POST /v1/verify/cnpj; as demais estão na referência, em /docs.',
  },
  company_not_found: {
    title: 'Esta empresa não está no cadastro',
    detail:
      'O CNPJ é válido, mas não está no cadastro em uso. Uma empresa nova aparece com os arquivos do mês seguinte.',
  },
  key_not_found: {
    title: 'Esta chave não existe',
    detail: 'A lista de chaves pode estar desatualizada: carregue-a de novo.',
  },
  verification_not_found: {
    title: 'Esta consulta não existe',
    detail:
      'O protocolo é desconhecido, ou é de outra chave de API ou de uma chave de teste. Ou o serviço já não guarda os dados dessa resposta.',
  },
  screening_not_found: {
    title: 'Esta consulta a listas não existe',
    detail:
      'O protocolo é desconhecido, ou é de outra chave de API ou de uma chave de teste. Ou o serviço já não guarda o que as listas disseram, ou nunca guardou.',
  },
  batch_not_found: {
    title: 'Este lote não existe',
    detail: 'O lote foi excluído, expirou ou é de outra chave de API.',
  },
  watch_not_found: {
    title: 'Este acompanhamento não existe',
    detail: 'O acompanhamento foi excluído ou é de outra chave de API.',
  },
  hit_not_found: {
    title: 'As listas não trazem essa ocorrência',
    detail:
      'O registro não está na lista em uso, ou não corresponde ao que você enviou. Consulte `POST /v1/screen` com os mesmos campos, e envie em `row` o valor de um dos `hits`.',
  },
  clearance_not_found: {
    title: 'Este descarte não existe',
    detail: 'O descarte foi revogado, ou é do outro ambiente: chaves de teste e de produção têm os seus.',
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
      'Ela pode ter consultado as fontes, por isso o serviço não consulta de novo. Use uma nova Idempotency-Key para aceitar uma segunda consulta.',
  },
  name_alone: {
    title: 'Descartar só pelo nome descartaria todos os homônimos',
    detail:
      'Diga qual é o cliente: consulte e descarte com `cpf`, `cnpj` ou `birth_date`, ou com `reference`, a sua referência para o cliente.',
  },
  same_number: {
    title: 'O registro traz o número deste cliente',
    detail:
      'O número é o mesmo, por isso "é outra pessoa" não basta. Para descartar mesmo assim, como depois de uma ordem judicial, envie `despite_number: true`.',
  },
  not_freezable: {
    title: 'Esta lista não bloqueia ninguém',
    detail:
      'O bloqueio é para um registro da lista da ONU (`onu`), como manda a Lei 13.810/2019. Julgue a ocorrência como `confirmed`.',
  },
  not_acceptable: {
    title: 'Ninguém pode aceitar uma ocorrência desta lista',
    detail:
      'A Lei 13.810/2019 bloqueia os bens de quem consta na lista da ONU (`onu`). Julgue a ocorrência como `frozen`, como `confirmed` ou, se for outra pessoa, como `cleared`.',
  },
  hit_frozen: {
    title: 'Os bens estão bloqueados por este registro',
    detail: 'Um bloqueio não dá lugar a outro julgamento. Revogue o bloqueio antes: só um aprovador pode.',
  },
  clearance_needs_another: {
    title: 'Outra pessoa precisa confirmar este descarte',
    detail:
      'Neste serviço, um descarte precisa de duas pessoas. Confirme com outra chave de API, ou como outro operador: quem propôs não pode.',
  },
  key_not_changeable: {
    title: 'Esta chave não pode mais ser alterada',
    detail:
      'Alguém a revogou em definitivo, ou a alterou por outros meios que não o Confere. Ou é a chave do sandbox, que não tem outro segredo. Crie outra chave.',
  },
  registry_busy: {
    title: 'O cadastro já está sendo alterado',
    detail:
      'O serviço faz uma importação, uma atualização ou um retorno à versão anterior de cada vez. Acompanhe nesta página e tente de novo quando terminar.',
  },
  registry_changed: {
    title: 'O cadastro não está mais como a página mostrava',
    detail: 'Ele mudou nesse meio-tempo, por isso o serviço não fez nada. Confira como está e tente de novo.',
  },
  lists_busy: {
    title: 'As listas já estão sendo alteradas',
    detail:
      'O serviço faz uma atualização, uma importação ou um retorno à edição anterior de cada vez. Acompanhe nesta página e tente de novo quando terminar.',
  },
  lists_changed: {
    title: 'A lista não está mais como a página mostrava',
    detail: 'Ela mudou nesse meio-tempo, por isso o serviço não fez nada. Confira como está e tente de novo.',
  },
  payload_too_large: {
    title: 'O corpo é grande demais',
    detail:
      'Um corpo tem no máximo 16 KiB. Uma consulta de muitas empresas e um callback podem ter 64 KiB; um acompanhamento, 1 MiB. Para um lote, quem administra este serviço define o limite.',
  },
  batch_too_large: {
    title: 'O lote tem linhas demais',
    detail: 'Envie-o em partes.',
  },
  watch_too_large: {
    title: 'O acompanhamento tem empresas ou pessoas demais',
    detail: 'Divida a lista.',
  },
  unsupported_media_type: {
    title: 'O corpo precisa ser JSON',
    detail: 'Envie o cabeçalho `Content-Type: application/json` e um corpo sem compressão.',
  },
  range_not_satisfiable: {
    title: 'Os resultados terminam antes desse byte',
    detail: 'Peça um intervalo que comece dentro do tamanho indicado em `Content-Range`. Talvez você já tenha tudo.',
  },
  host_not_allowed: {
    title: 'O serviço não atende por este nome',
    detail:
      'O console e o endereço para operadores só atendem pelos nomes que conhecem. Quem administra o serviço pode incluir este em `console.hosts` ' +
      '(CONFERE_CONSOLE_HOSTS), ou abrir o serviço pelo endereço IP.',
  },
  idempotency_key_reused: {
    title: 'Esta Idempotency-Key pertence a outra requisição',
    detail: 'Use uma nova Idempotency-Key para um corpo ou uma consulta diferente.',
  },
  rate_limited: {
    title: 'Muitas requisições em pouco tempo',
    detail: 'Espere o tempo indicado em `Retry-After`.',
  },
  quota_exceeded: {
    title: 'A cota desta chave de API acabou',
    detail: 'Espere o tempo indicado em `Retry-After`, ou peça uma cota maior a quem administra este serviço.',
  },
  budget_exhausted: {
    title: 'O orçamento para consultas às fontes acabou',
    detail:
      'Nenhuma fonte foi consultada. Espere o tempo indicado em `Retry-After`, ou peça um orçamento maior a quem administra este serviço.',
  },
  too_many_batches: {
    title: 'Esta chave de API tem muitos lotes em andamento',
    detail: 'Espere um deles terminar, ou exclua um.',
  },
  webhook_not_found: {
    title: 'Este webhook não existe',
    detail: 'Esta chave de API não tem nenhum webhook com este identificador.',
  },
  invalid_webhook: {
    title: 'O webhook não é válido',
    detail: 'Envie JSON com `url`. Para alterar um webhook, envie `url`, `rotate_secret` ou `overlap_seconds`.',
  },
  too_many_webhooks: {
    title: 'Esta chave de API chegou ao limite de webhooks',
    detail: 'Exclua um, ou peça um limite maior a quem administra o serviço.',
  },
  too_many_watches: {
    title: 'Esta chave de API chegou ao limite de acompanhamentos',
    detail: 'Exclua um, ou peça um limite maior a quem administra o serviço.',
  },
  headers_too_large: {
    title: 'Os cabeçalhos da requisição são grandes demais',
    detail: 'Envie no máximo 8 KiB de linha de requisição e cabeçalhos.',
  },
  internal_error: {
    title: 'O serviço não conseguiu processar a requisição',
    detail: 'O serviço não decidiu nada. Informe o protocolo (`request_id`) a quem o administra.',
  },
  sources_unavailable: {
    title: 'Faltou a resposta das fontes',
    detail:
      'Nem os birôs nem o registro de fraudes responderam: não há resultado. Tente de novo depois de `Retry-After`.',
  },
  registry_unavailable: {
    title: 'O cadastro de empresas não está disponível',
    detail:
      'O cadastro ainda não foi importado ou está sendo lido. Isso não diz nada sobre a empresa: tente de novo mais tarde.',
  },
  audit_unavailable: {
    title: 'A consulta não pôde ser registrada na auditoria',
    detail: 'Nenhuma resposta sai deste serviço sem registro. Tente de novo depois de `Retry-After`.',
  },
  overloaded: {
    title: 'O serviço está sobrecarregado',
    detail: 'O serviço não consultou nenhuma fonte. Tente de novo depois de `Retry-After`.',
  },
  sources_not_configured: {
    title: 'Nenhuma fonte real está conectada',
    detail:
      'Quem administra este serviço precisa conectar os birôs e o registro de fraudes. Chaves de teste respondem pelo sandbox.',
  },
};

export const fieldFaultsInPortuguese: Readonly<Record<FieldFaultCode, string>> = {
  required: 'O campo está faltando.',
  invalid_type: 'O campo tem o tipo JSON errado.',
  unknown_field: 'A operação não tem esse campo.',
  invalid_format: 'O número não está em um formato aceito.',
  invalid_country:
    'Nenhum país tem este código ou nome. Envie o código ISO 3166, de duas letras (VE) ou três (VEN), ou o nome em inglês ou português.',
  invalid_check_digits: 'Os dígitos verificadores não conferem: o número está mal digitado ou não existe.',
  invalid_date: 'A data não existe, não está no formato AAAA-MM-DD, está no futuro ou é anterior a 1900-01-01.',
  too_many: 'A lista tem mais itens do que a operação aceita.',
  invalid_name: 'O nome precisa ter de 2 a 200 caracteres, com pelo menos duas letras e nenhum caractere de controle.',
  invalid_reference: 'A referência precisa ter de 1 a 100 caracteres, sem caracteres de controle.',
  invalid_choice: 'O valor não é nenhum dos que o campo aceita.',
  invalid_end:
    'O último dia precisa ser um dia real no formato AAAA-MM-DD, hoje ou depois. Só `cleared` e `accepted` têm um.',
  end_too_late: 'Uma aceitação dura no máximo dois anos a partir de hoje: até lá, alguém precisa rever o cliente.',
  invalid_time: 'A data e a hora precisam seguir a RFC 3339 e não podem estar no futuro. Só um bloqueio as tem.',
  invalid_reason: 'O motivo precisa ter de 3 a 1000 caracteres, sem caracteres de controle além de quebras de linha.',
};
