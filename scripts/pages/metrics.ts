// docs/metrics.md and its Portuguese pair. A metric without its Portuguese sentence does not compile.

import type { Language } from '../../src/http/answer/language.ts';
import { type MetricKind, type MetricName, metricKinds } from '../../src/telemetry/metric-kinds.ts';
import { toTable } from './table.ts';

const inPortuguese: Readonly<Record<MetricName, string>> = {
  confere_requests_total:
    'Requisições, pelo padrão da rota (`none`: não há esse caminho) e pelo status (499: o cliente foi embora antes).',
  confere_request_duration_seconds: 'Tempo dos cabeçalhos de uma requisição até a resposta dela, pelo padrão da rota.',
  confere_verifications_total: 'Verificações por operação, modo da chave, status e nível de risco.',
  confere_source_answers_total:
    'O que foi feito de cada pergunta a um fornecedor com chave de produção: `answered`, `not_found`, `cached`, ou por que não houve resposta.',
  confere_source_duration_seconds:
    'Tempo que uma verificação com chave de produção esperou por um fornecedor; respostas em cache ficam de fora.',
  confere_source_second_tries_total:
    'Segundas chamadas a um fornecedor para uma pergunta: `retry` onde nada havia sido enviado, `hedge` onde quem opera permitiu.',
  confere_source_token_renewals_total:
    'Tokens de acesso de um fornecedor que foram renovados (`renewed`), e tentativas que falharam (`failed`).',
  confere_source_breaker_state: 'Disjuntor de um fornecedor: 0 fechado, 1 meio aberto, 2 aberto.',
  confere_source_calls_in_flight: 'Chamadas a um fornecedor em andamento.',
  confere_limiter_decisions_total:
    'Requisições com chave válida que todos os limites dela admitiram (`admitted`) ou que um deles recusou (`refused`); autenticações falhas que tiveram de esperar.',
  confere_shed_requests_total: 'Requisições recusadas com `overloaded` antes que qualquer fonte fosse consultada.',
  confere_connections_open: 'Clientes conectados.',
  confere_connections_dropped_total:
    'Conexões fechadas por falta de lugar: `no_room`, `client_share` de uma rede, ociosas que cederam o lugar (`gave_way`).',
  confere_shared_answers_total:
    'Com `answer_cache: shared`: buscas no Redis que deram em `hit` (achou), `miss` (não achou), `late` (tarde demais) ou `damaged` (algo danificado); respostas que foram guardadas (`kept`) ou não (`too_large`, grande demais; `no_room`, sem espaço); as duas coisas enquanto ele estava `unreachable` (fora de alcance).',
  confere_counters_reachable:
    '1 enquanto os limites são contados para todas as máquinas juntas, ou só nesta porque `counters` não está configurado; 0 enquanto valem pela parte de cada uma.',
  confere_counters_alone_total: 'Eventos contados sem `counters`, que não podia ser alcançado.',
  confere_counters_nodes:
    'Processos que compartilham os limites em `counters`, até onde este sabe; 1 onde não está configurado.',
  confere_counters_duration_seconds:
    'Tempo de cada pergunta a `counters`, ou por quanto tempo se esperou por uma que ficou sem resposta.',
  confere_counters_reconnects_total: 'Quantas vezes `counters` sumiu e voltou.',
  confere_store_reachable:
    '1 enquanto este nó ficaria sabendo de toda chave alterada, ou não tem `store`; 0 enquanto está sem o banco de dados.',
  confere_store_fenced:
    '1 enquanto o único PostgreSQL em `store` que aceita escrita não é o que foi promovido por último, e é recusado.',
  confere_store_clock_skew_seconds:
    'Quanto o relógio deste nó está adiantado em relação ao do PostgreSQL em `store`; negativo onde está atrasado, 0 sem `store`.',
  confere_store_connections:
    'Conexões com `store` ocupadas (`busy`) ou livres (`idle`), e quem espera por uma (`waiting`); duas de cada processo não são contadas aqui.',
  confere_store_statement_duration_seconds:
    'Tempo de comandos e transações em `store`, com a espera por uma conexão: `keys`, `calls` (com um `Idempotency-Key`), `usage`, `operators`, `audit` (a leitura dela) e `link` (cinco vezes por segundo: uma alteração seria percebida?).',
  confere_store_faults_total:
    'Os que falharam: o banco não podia ser alcançado (`unreachable`), ou recusou (`refused`).',
  confere_store_reconnects_total:
    'Quantas vezes a sessão que fica sabendo de chaves alteradas (`link`) ou a que grava a auditoria (`audit`) caiu e voltou.',
  confere_registry_ready: '1 enquanto empresas podem ser consultadas.',
  confere_registry_data_as_of_seconds: 'Dia em que a Receita extraiu o cadastro em uso, em segundos desde 1970.',
  confere_registry_imported_seconds: 'Quando o cadastro em uso foi importado, em segundos desde 1970.',
  confere_registry_establishments: 'Estabelecimentos no cadastro em uso.',
  confere_registry_source_looks_total:
    'Olhadas no lugar que `registry.source` indica: `pulled`, `up_to_date`, `older`, `held` (por um rollback), `nothing_published` ou `failed`.',
  confere_audit_writable:
    '1 enquanto a auditoria pode ser gravada; em 0 toda verificação de CPF com chave de produção é recusada.',
  confere_audit_history_refused:
    '1 enquanto a auditoria não é continuada porque não é a que foi gravada aqui: mais antiga, ausente ou forjada. Um operador precisa decidir.',
  confere_audit_head_remembered:
    '1 enquanto o fim da auditoria pode ser anotado fora de `data_dir`; em 0 uma cópia mais antiga dela não seria percebida.',
  confere_audit_unfinished_intents:
    'Verificações iniciadas e nunca registradas: os fornecedores delas podem ter sido chamados e podem cobrar. Vistas a cada meio minuto; o que ainda pode estar em andamento fica de fora.',
  confere_audit_anchors_total:
    'Âncoras enviadas (`sent`) a um lugar de `audit.anchor`, e tentativas que falharam (`failed`).',
  confere_audit_anchor_last_success_seconds:
    'Quando este processo enviou a última âncora ao lugar, em segundos desde 1970. Nenhuma é enviada enquanto nenhuma cabeça avança.',
  confere_audit_anchor_waiting_seconds:
    'Há quanto tempo uma âncora espera por um lugar que falha; 0 enquanto nenhuma espera.',
  confere_audit_queued_records: 'Registros da auditoria que esperam pelo disco.',
  confere_audit_records_total: 'Registros gravados na auditoria.',
  confere_audit_commit_duration_seconds: 'Tempo do primeiro registro de um grupo até a gravação dele em disco.',
  confere_batch_rows_total: 'Linhas de lotes que terminaram: `answered`, `invalid`, `failed` ou `outcome_unknown`.',
  confere_webhook_calls_total:
    'Chamadas de webhooks por evento, e o que foi feito da entrega: `delivered`, `pending` (tentada de novo mais tarde) ou `dead`.',
  confere_job_heartbeat_seconds:
    'Quando cada tarefa em segundo plano deu o último sinal de que funciona (nada a fazer, um passo adiante, ou terminou), em segundos desde 1970.',
  confere_jobs_abandoned_total:
    'Trabalho em segundo plano que travou e foi abandonado: dois minutos sem sinal (`silent`), ou não terminou na parada (`stop`).',
  confere_workers: 'Processos que atendem.',
  confere_worker_deaths_total: 'Workers que terminaram sem que alguém mandasse, e foram substituídos.',
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

It asks for no key: whoever reaches it can read it. Nothing on it is about a person, and nothing can be changed through it. No label holds
anything that a caller sent. Beside these, the usual metrics of a Node process (\`process_…\`, \`nodejs_…\`: memory, garbage collection, delay of the event loop).
Every counter is there from the start, at 0, with each combination of its labels: \`increase()\` sees the first event too. Requests are there by their 5xx, for the routes of callers.

${toTable(['metric', 'type', 'labels', 'what it tells'], rows)}

A dashboard for Grafana and alerts for Prometheus are in \`deploy/grafana\` and \`deploy/prometheus\`; what each alert means and what to do is in
[operations](operations.md).
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

Ele não pede chave: quem o alcança pode lê-lo. Nada nele é sobre uma pessoa, e nada pode ser mudado por meio dele. Nenhum label contém
algo que quem chama enviou. Além destas, há as métricas usuais de um processo Node (\`process_…\`, \`nodejs_…\`: memória, coleta de lixo, atraso do event loop).
Todo contador existe desde o início, em 0, com cada combinação de seus labels: \`increase()\` vê também o primeiro evento. As requisições existem pelos seus 5xx, para as rotas de quem chama.

${toTable(['métrica', 'tipo', 'labels', 'o que diz'], rows)}

Um painel para o Grafana e alertas para o Prometheus estão em \`deploy/grafana\` e \`deploy/prometheus\`; o que cada alerta significa e o que fazer está em
[operação](operations.md).
`;
}
