import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../config/traces-config.ts';
import type { SpanFacts, Tracer } from './tracer.ts';

const CLOSE_MILLIS = 3_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const samplerOf = ({ sampler, ratio }: TracesConfig): Sampler => {
  if (sampler === 'always_off') return new AlwaysOffSampler();
  return sampler === 'always_on' ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio);
};

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP. The exporter reads its own settings, `OTEL_EXPORTER_OTLP_…`, and the
 * resource `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`. This file, with all of OpenTelemetry, is only imported where traces are on.
 * Traces begin here: an id that a caller sends along isn't taken, and none is sent to other servers.
 */
export function startTracer(config: TracesConfig, version: string): Tracer {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'postern', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('postern', version);
  const open = new AsyncLocalStorage<Span>();
  const begin = (name: string, kind: keyof typeof KINDS, attributes: SpanFacts, parent: Span | undefined): Span =>
    tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: { ...attributes } },
      parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent),
    );
  const end = (span: Span, facts: SpanFacts | undefined, error: unknown): void => {
    if (facts !== undefined) span.setAttributes({ ...facts });
    if (error !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    }
    span.end();
  };
  return {
    within: async (name, kind, facts, work) => {
      const span = begin(name, kind, facts, open.getStore());
      try {
        const result = await open.run(span, work);
        span.end();
        return result;
      } catch (error) {
        end(span, undefined, error);
        throw error;
      }
    },
    open: (name, kind, facts) => {
      const span = begin(name, kind, facts, undefined);
      return { inside: (proceed) => open.run(span, proceed), end: (more, error) => end(span, more, error) };
    },
    step: (name, kind, facts) => {
      const parent = open.getStore();
      if (parent === undefined) return null;
      const span = begin(name, kind, facts, parent);
      return (more, error) => end(span, more, error);
    },
    close: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MILLIS).unref());
      // A collector that is away must not keep the process.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}
