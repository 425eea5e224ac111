import { expect, test } from 'vitest';
import { readTracing } from './tracing.ts';

function read(env: Record<string, string>) {
  const faults: string[] = [];
  return { tracing: readTracing(env, faults), faults };
}

test.each<[Record<string, string>]>([
  [{}],
  [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }],
  [{ OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' }],
  [{ OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'always_on', OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
])('tracing stays off with %o', (env) => {
  expect(read(env)).toEqual({ tracing: null, faults: [] });
});

test.each<[Record<string, string>]>([
  [{ OTEL_TRACES_EXPORTER: 'otlp' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }],
])('tracing is on with %o, by the defaults of the standard', (env) => {
  expect(read(env)).toEqual({
    faults: [],
    tracing: {
      serviceName: 'confere',
      protocol: 'http/protobuf',
      sampler: 'parentbased_always_on',
      ratio: 1,
      delayMs: 5_000,
      queueMax: 2_048,
      batchMax: 512,
    },
  });
});

test('the variable for traces goes before the one for everything', () => {
  const env = {
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
  };
  expect(read(env).tracing?.protocol).toBe('http/json');
});

test('what cannot be done is told, all of it', () => {
  const { faults } = read({
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_BSP_SCHEDULE_DELAY: 'soon',
  });
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
    'OTEL_BSP_SCHEDULE_DELAY',
  ]);
  expect(read({ OTEL_TRACES_EXPORTER: 'zipkin' })).toEqual({
    tracing: null,
    faults: ['OTEL_TRACES_EXPORTER: must be otlp or none'],
  });
});
