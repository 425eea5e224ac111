// The standard `OTEL_*` variables that switch tracing on and shape it. The exporter reads its own (address, headers, timeout).
// Off unless one of them asks for it; what cannot be done is a fault, not a silence.

export interface TracingSettings {
  readonly serviceName: string;
  readonly protocol: (typeof protocols)[number];
  readonly sampler: (typeof samplers)[number];
  /** The samplers by ratio use `ratio`. */
  readonly ratio: number;
  readonly delayMs: number;
  readonly queueMax: number;
  readonly batchMax: number;
}

const protocols = ['http/protobuf', 'http/json'] as const;
const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns null if tracing is off. */
export function readTracing(env: Environment, faults: string[]): TracingSettings | null {
  if (!isOn(env, faults)) return null;
  const choose = <const Values extends readonly string[]>(names: readonly string[], values: Values): Values[number] => {
    const name = names.find((each) => isSet(env[each])) ?? '';
    const value = env[name] ?? values[0];
    const chosen = values.find((each) => each === value);
    if (chosen === undefined) faults.push(`${name}: must be one of ${values.join(', ')}`);
    return chosen ?? (values[0] as Values[number]);
  };
  const number = (name: string, fallback: number, max: number): number => {
    const value = isSet(env[name]) ? Number(env[name]) : fallback;
    if (!(value >= 0 && value <= max)) faults.push(`${name}: must be a number from 0 to ${max}`);
    return value;
  };
  const queueMax = number('OTEL_BSP_MAX_QUEUE_SIZE', 2_048, 1_000_000);
  return {
    serviceName: isSet(env['OTEL_SERVICE_NAME']) ? env['OTEL_SERVICE_NAME'] : 'confere',
    protocol: choose(['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'], protocols),
    sampler: choose(['OTEL_TRACES_SAMPLER'], samplers),
    ratio: number('OTEL_TRACES_SAMPLER_ARG', 1, 1),
    delayMs: number('OTEL_BSP_SCHEDULE_DELAY', 5_000, 3_600_000),
    queueMax,
    batchMax: Math.min(queueMax, number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, 1_000_000)),
  };
}

function isOn(env: Environment, faults: string[]): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'];
  if (exporter === 'otlp') return true;
  if (exporter === 'none') return false;
  if (isSet(exporter)) {
    faults.push('OTEL_TRACES_EXPORTER: must be otlp or none');
    return false;
  }
  return isSet(env['OTEL_EXPORTER_OTLP_ENDPOINT']) || isSet(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
