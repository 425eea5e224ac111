// docs/metrics.md and its Portuguese pair. A metric without its Portuguese sentence does not compile.

import type { Language } from '../../src/http/answer/language.ts';
import { type MetricKind, type MetricName, metricKinds } from '../../src/telemetry/metric-kinds.ts';
import { toTable } from './table.ts';

const inPortuguese: Readonly<Record<MetricName, string>> = {
  confere_requests_total:
    'Requisições, pelo padrão da rota (`none`: não há esse caminho) e pelo status (499: o cliente foi embora antes).',
  confere_request_duration_seconds: 'Tempo dos cabeçalhos de uma requisição até a resposta dela, pelo padrão da rota.',
  confere_verifications_total: 'Verificações por operação, modo da chave, status e nível de risco.',
  confere_screenings_total: 'Consultas a listas por modo da chave e status, também as feitas dentro de verificações.',
  confere_source_answers_total:
    'Resultados das perguntas a um fornecedor com chave de produção: `answered`, `not_found`, `cached`, `kept`, ou por que não houve resposta. `kept` é uma resposta já paga.',
  confere_source_calls_total:
    'Chamadas que o Confere enviou a um fornecedor, com repetições, pela forma como ele cobra a pergunta. São as chamadas de `confere usage`.',
  confere_source_duration_seconds:
    'Tempo que uma verificação com chave de produção esperou por um fornecedor; respostas em cache e respostas guardadas ficam de fora.',
  confere_source_cost_reais_total:
    'Reais por chamadas a um fornecedor que tem `price`, pela tabela do dia, antes de qualquer volume. `confere usage` tem as somas exatas de um mês.',
  confere_source_second_tries_total:
    'Segundas chamadas a um fornecedor para uma pergunta: `retry` quando a primeira não enviou nada, `hedge` quando quem opera permite.',
  confere_source_defects_total:
    'Chamadas a um fornecedor que falharam por erro do próprio Confere, não do fornecedor. Relate a linha `source_defect` do log.',
  confere_source_token_renewals_total:
    'Tokens de acesso de um fornecedor que foram renovados (`renewed`), e tentativas que falharam (`failed`).',
  confere_source_breaker_state: 'Disjuntor de um fornecedor: 0 fechado, 1 meio aberto, 2 aberto.',
  confere_key_budget_used_ratio:
    'Parte usada do orçamento de uma chave, por período e unidade: 1 é tudo. Só chaves com orçamento têm série.',
  confere_source_budget_used_ratio:
    'Parte usada do orçamento de uma fonte, por período e unidade: 1 é o orçamento inteiro.',
  confere_source_calls_in_flight: 'Chamadas a um fornecedor em andamento.',
  confere_source_certificate_expiry_seconds:
    'Quando vence o nosso certificado para um fornecedor, em segundos desde 1970. Um fornecedor a quem não mostramos nenhum não tem série.',
  confere_limiter_decisions_total:
    'Requisições com chave válida que todos os limites dela admitiram (`admitted`) ou que um deles recusou (`refused`); autenticações falhas que tiveram de esperar.',
  confere_shed_requests_total: 'Requisições que o serviço recusou com `overloaded` antes de consultar qualquer fonte.',
  confere_connections_open: 'Clientes conectados.',
  confere_connections_dropped_total:
    'Conexões fechadas por falta de lugar: `no_room`, `client_share` de uma rede, ociosas que cederam o lugar (`gave_way`).',
  confere_sign_ins_total:
    'Tentativas de entrar no console, por senha (`password`), por passkey (`passkey`) ou por login único (`sso`). `refused`: nome, senha, código, passkey ou perfil não serviu. `limited`: o Confere não a examinou, porque vieram muitas antes dela.',
  confere_source_callbacks_total:
    'Avisos de um fornecedor que responde depois. `unreadable`: não diz de qual pedido. `limited`: muitos em um minuto. `refused`: segredo ou assinatura errados.',
  confere_shared_answers_total:
    'Perguntas que outro worker ou nó já fazia no mesmo instante (`joined`), onde respostas são guardadas ou compartilhadas. Com `answer_cache: shared`: buscas no Redis que deram em `hit` (achou), `miss` (não achou), `late` (tarde demais) ou `damaged` (algo danificado); respostas que foram guardadas (`kept`) ou não (`too_large`, grande demais; `no_room`, sem espaço); as duas coisas enquanto ele estava `unreachable` (fora de alcance).',
  confere_source_asked_alone_total:
    'Chamadas a um fornecedor que outro worker ou nó talvez tenha feito no mesmo instante, e que então são pagas duas vezes. `late`, `unreachable`: não se soube a tempo quem pergunta. `unreadable`: a resposta de outro processo não serviu.',
  confere_row_faults_total:
    'Linhas que o serviço recusou ou deixou de fora, porque alguém as criou ou alterou por outro meio, ou porque estão danificadas.',
  confere_counters_reachable:
    '1 enquanto todas as máquinas contam os limites juntas, ou esta conta sozinha porque `counters` não está configurado; 0 enquanto cada nó usa a sua parte.',
  confere_counters_alone_total: 'Eventos que este nó contou sozinho enquanto não alcançava `counters`.',
  confere_counters_nodes:
    'Processos que compartilham os limites em `counters`, até onde este sabe; 1 onde não está configurado.',
  confere_counters_duration_seconds: 'Tempo de cada pergunta a `counters`, ou quanto o nó esperou em vão.',
  confere_counters_reconnects_total: 'Quantas vezes `counters` sumiu e voltou.',
  confere_store_reachable:
    '1 enquanto este nó ficaria sabendo de toda chave alterada, ou não tem `store`; 0 enquanto está sem o banco de dados.',
  confere_store_fenced:
    '1 enquanto este nó recusa o único PostgreSQL em `store` que aceita escrita, porque outro foi promovido depois.',
  confere_store_clock_skew_seconds:
    'Quanto o relógio deste nó está adiantado em relação ao do PostgreSQL em `store`; negativo onde está atrasado, 0 sem `store`.',
  confere_store_connections:
    'Conexões com `store` ocupadas (`busy`) ou livres (`idle`), e quem espera por uma (`waiting`); quatro de cada processo não são contadas aqui.',
  confere_store_statement_duration_seconds:
    'Tempo de comandos e transações em `store`, com a espera por uma conexão. As partes são `keys`, `calls` (com um `Idempotency-Key`), `usage`, `operators`, `audit` (a leitura) e `link` (um teste da sessão, cinco vezes por segundo).',
  confere_store_faults_total:
    'Comandos e transações que falharam: o banco estava fora de alcance (`unreachable`), ou recusou (`refused`).',
  confere_store_reconnects_total:
    'Quantas vezes uma sessão caiu e voltou: a que recebe as chaves alteradas (`link`), ou a que grava a auditoria (`audit`).',
  confere_registry_ready: '1 enquanto quem chama pode consultar empresas.',
  confere_registry_data_as_of_seconds: 'Dia em que a Receita extraiu o cadastro em uso, em segundos desde 1970.',
  confere_registry_imported_seconds: 'Quando o cadastro em uso foi importado, em segundos desde 1970.',
  confere_registry_establishments: 'Estabelecimentos no cadastro em uso.',
  confere_registry_source_looks_total:
    'Consultas ao lugar que `registry.source` indica: `pulled`, `up_to_date`, `older`, `held` (por um rollback), `nothing_published` ou `failed`.',
  confere_list_data_as_of_seconds: 'Dia dos dados de uma lista importada, em segundos desde 1970.',
  confere_list_state:
    'Estado de uma lista presente ou obrigatória: 0 `current`, 1 `stale` (mais velha que o limite), 2 `damaged`, 3 `missing`. Só em 0 a lista permite concluir que alguém não está nela.',
  confere_list_entries: 'Registros de uma lista importada.',
  confere_lists_source_looks_total:
    'Consultas ao lugar que `lists.source` indica: `pulled`, `up_to_date`, `older`, `held` (por um rollback), `nothing_published` ou `failed`.',
  confere_audit_writable:
    '1 enquanto a auditoria pode ser gravada; em 0 toda verificação de CPF com chave de produção é recusada.',
  confere_audit_history_refused:
    '1 enquanto o serviço não continua a auditoria, porque aqui foi gravada outra: ela é mais antiga, está ausente ou foi forjada. Um operador precisa decidir.',
  confere_audit_head_remembered:
    '1 enquanto o serviço pode anotar o fim da auditoria fora de `data_dir`; em 0 ele não perceberia uma cópia mais antiga.',
  confere_audit_unfinished_intents:
    'Verificações iniciadas e nunca registradas: o Confere pode ter chamado os fornecedores, e eles podem cobrar. Contadas a cada meio minuto, sem as que ainda podem estar em andamento.',
  confere_audit_anchors_total:
    'Âncoras enviadas (`sent`) a um lugar de `audit.anchor`, e tentativas que falharam (`failed`).',
  confere_audit_anchor_last_success_seconds:
    'Quando este processo enviou a última âncora ao lugar, em segundos desde 1970. Ele não envia nenhuma enquanto nenhuma ponta avança.',
  confere_audit_anchor_waiting_seconds:
    'Há quanto tempo uma âncora espera por um lugar que falha; 0 enquanto nenhuma espera.',
  confere_audit_queued_records: 'Registros da auditoria que esperam pelo disco.',
  confere_audit_records_total: 'Registros gravados na auditoria.',
  confere_audit_commit_duration_seconds: 'Tempo do primeiro registro de um grupo até a gravação dele em disco.',
  confere_batch_rows_total: 'Linhas de lotes que terminaram: `answered`, `invalid`, `failed` ou `outcome_unknown`.',
  confere_judgements_due:
    'Julgamentos de ocorrências em que alguém precisa agir, vistos a cada cinco minutos. `freeze`: uma etapa está atrasada. `review`: uma aceitação venceu. `approval`: espera uma segunda pessoa.',
  confere_webhook_calls_total:
    'Chamadas de webhooks por evento e resultado: `delivered`, `pending` (o Confere tenta de novo mais tarde) ou `dead`.',
  confere_job_heartbeat_seconds:
    'Quando cada tarefa em segundo plano deu o último sinal de vida (nada a fazer, um passo adiante, ou terminou), em segundos desde 1970.',
  confere_retention_due_seconds:
    'Quando o mais antigo do que é guardado por um prazo deve ser eliminado pela configuração, em segundos desde 1970. O Confere olha uma vez por hora. Um tipo vazio não tem série.',
  confere_jobs_abandoned_total:
    'Trabalho em segundo plano que travou e foi abandonado: dois minutos sem sinal (`silent`), ou não terminou na parada (`stop`).',
  confere_tables_abandoned_total:
    'Tabelas enviadas que não foram lidas até o fim: quem enviou saiu (`left`), ou a leitura exigiu tempo (`time`) ou memória (`memory`) demais.',
  confere_loop_stalls_total:
    'Vezes em que um processo não respondeu a nada por mais de um segundo: em trabalho (`work`) ou à espera (`wait`).',
  confere_workers: 'Processos que atendem.',
  confere_worker_deaths_total: 'Workers que terminaram sozinhos e que o serviço substituiu.',
  confere_build_info: 'Sempre 1; os labels dizem as versões.',
};

export function renderMetrics(language: Language): string {
  const rows = Object.entries<MetricKind>(metricKinds).map(([name, { type, help, labels }]) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    language === 'pt' ? inPortuguese[name as MetricName] : help,
  ]);
  return language === 'pt' ? renderPortuguese(rows) : renderEnglish(rows);
}

type Rows = readonly (readonly string[])[];

function renderEnglish(rows: Rows): string {
  return `# Metrics

The listener for operators (\`admin.host\`, \`admin.port\`; by default \`http://127.0.0.1:9090\`) answers:

| path | what |
| --- | --- |
| \`/metrics\` | all that follows, in the text form of Prometheus, added up over all worker processes |
| \`/status\` | the state as JSON, for people and scripts |
| \`/livez\`, \`/readyz\` | the probes, as on the public port |

This listener asks for no key: everybody who reaches it can read it.
It shows nothing about a person, and nobody can change anything through it.
No label holds a value that a caller sent.
The usual metrics of a Node process stand beside these (\`process_…\`, \`nodejs_…\`: memory, garbage collection, delay of the event loop).

Every counter is there from the start, at 0, with each combination of its labels: \`increase()\` sees the first event too.
Only \`confere_requests_total\` starts with fewer: the 5xx statuses of the routes for callers.

${toTable(['metric', 'type', 'labels', 'what it tells'], rows)}

\`deploy/grafana\` has a dashboard for Grafana, and \`deploy/prometheus\` has alerts for Prometheus.
[Operations](operations.md) says what each alert means and what to do.
`;
}

function renderPortuguese(rows: Rows): string {
  return `# Métricas

O endereço para operadores (\`admin.host\`, \`admin.port\`; por padrão \`http://127.0.0.1:9090\`) responde:

| caminho | o quê |
| --- | --- |
| \`/metrics\` | tudo o que segue, na forma de texto do Prometheus, somado sobre todos os processos worker |
| \`/status\` | o estado como JSON, para pessoas e scripts |
| \`/livez\`, \`/readyz\` | as sondas, como na porta pública |

Este endereço não pede chave: quem o alcança pode lê-lo.
Ele não mostra nada sobre uma pessoa, e ninguém pode mudar nada por meio dele.
Nenhum label contém um valor que quem chama enviou.
As métricas usuais de um processo Node ficam ao lado destas (\`process_…\`, \`nodejs_…\`: memória, coleta de lixo, atraso do event loop).

Todo contador existe desde o início, em 0, com cada combinação de labels: \`increase()\` vê também o primeiro evento.
Só \`confere_requests_total\` começa com menos: os status 5xx das rotas para quem chama.

${toTable(['métrica', 'tipo', 'labels', 'o que diz'], rows)}

\`deploy/grafana\` tem um painel para o Grafana, e \`deploy/prometheus\` tem alertas para o Prometheus.
A página de [operação](operations.md) diz o que cada alerta significa e o que fazer.
`;
}
