// Traces by OpenTelemetry. Only imported where tracing is on: nothing of it is loaded otherwise.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { andThen } from '../app/eventual.ts';
import type { TracedRequest, Tracer } from '../app/tracer.ts';
import type { TracingSettings } from '../settings/tracing.ts';

/** Stopping the service must not wait for a collector that is not there. */
const flushMs = 2_000;

export async function createTracer(settings: TracingSettings, version: string): Promise<Tracer> {
  const { delayMs, queueMax, batchMax, serviceName } = settings;
  const exporter = await createExporter(settings.protocol);
  const given = detectResources({ detectors: [resourceAttributesEnvDetector] });
  const provider = new TracerProvider({
    sampler: toSampler(settings),
    resource: given.merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: delayMs,
        maxQueueSize: queueMax,
        maxExportBatchSize: batchMax,
      }),
    ],
  });
  const tracer = provider.getTracer('confere', version);
  const current = new AsyncLocalStorage<Span>();
  const requests = new Map<string, Span>();

  return {
    begin(requestId, traceparent) {
      const attributes = { 'confere.request_id': requestId };
      requests.set(
        requestId,
        tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, toParent(traceparent)),
      );
    },
    within(requestId, rest) {
      const span = requests.get(requestId);
      if (span === undefined) rest();
      else current.run(span, rest);
    },
    end(request) {
      const span = requests.get(request.requestId);
      if (span === undefined) return;
      requests.delete(request.requestId);
      describeRequest(span, request);
      span.end();
    },
    ask(source, question, toTraced) {
      const above = current.getStore();
      const context = above === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, above);
      const attributes = { 'confere.source': source };
      const span = tracer.startSpan(`ask ${source}`, { kind: SpanKind.CLIENT, attributes }, context);
      return andThen(current.run(span, question), (answer) => {
        const { outcome, cached } = toTraced(answer);
        span.setAttributes({ 'confere.outcome': outcome, 'confere.cached': cached });
        span.end();
        return answer;
      });
    },
    toHeaders() {
      const span = current.getStore();
      return span === undefined ? {} : { traceparent: toTraceparent(span) };
    },
    async close() {
      const ended = new AbortController();
      const enough = sleep(flushMs, undefined, { ref: false, signal: ended.signal });
      await Promise.race([provider.shutdown(), enough]).catch(() => {});
      ended.abort();
      await enough.catch(() => {});
    },
  };
}

function describeRequest(span: Span, { method, route, status, outcome, code }: TracedRequest): void {
  span.updateName(route === null ? method : `${method} ${route}`);
  span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status });
  if (route !== null) span.setAttribute('http.route', route);
  if (outcome !== null) span.setAttribute('confere.outcome', outcome);
  if (code !== null) span.setAttribute('error.type', code);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** W3C Trace Context. What is not of its form begins a new trace; `tracestate` may hold anything and is not taken over. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

function toParent(traceparent: string | undefined): Context {
  const match = traceparent === undefined ? null : pattern.exec(traceparent);
  const [, traceId, spanId, flags] = match ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function toTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`;
}

function toSampler({ sampler, ratio }: TracingSettings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

async function createExporter(protocol: TracingSettings['protocol']): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}
