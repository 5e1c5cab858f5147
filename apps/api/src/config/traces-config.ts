import type { Settings } from './setting-values.ts';

/** Which traces are sent to the OpenTelemetry collector; `ratio` is for the sampler `traceidratio`. */
export type TracesConfig = { sampler: 'always_on' | 'always_off' | 'traceidratio'; ratio: number };

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;

/**
 * OpenTelemetry's own settings. Traces are off (null) unless a collector is named, or `OTEL_TRACES_EXPORTER=otlp` asks for the one at
 * localhost:4318. https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables
 */
export function tracesOf(settings: Settings): TracesConfig | null {
  const { env } = settings;
  const exporter = env['OTEL_TRACES_EXPORTER'];
  const isNamed = [env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'], env['OTEL_EXPORTER_OTLP_ENDPOINT']].some(Boolean);
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter === 'none') return null;
  if (exporter !== 'otlp' && !isNamed) return null;
  if (exporter !== undefined && exporter !== '' && exporter !== 'otlp')
    settings.refuse(`OTEL_TRACES_EXPORTER must be otlp or none; it is "${exporter}".`);
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
    const url = env[name];
    if (url && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
      settings.refuse(
        `${name} must be the http or https address of a collector, such as http://127.0.0.1:4318; it is "${url}".`,
      );
  }
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'])
    if (env[name] && !env[name].startsWith('http/'))
      settings.refuse(
        `${name} must be http/json: traces are sent over HTTP, usually to port 4318; it is "${env[name]}".`,
      );
  const named = (env['OTEL_TRACES_SAMPLER'] || 'always_on').replace(/^parentbased_/, '');
  const sampler = SAMPLERS.find((known) => known === named);
  if (sampler === undefined)
    settings.refuse(
      `OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}; it is "${env['OTEL_TRACES_SAMPLER']}".`,
    );
  const ratio = Number(env['OTEL_TRACES_SAMPLER_ARG'] || '1');
  if (!(ratio >= 0 && ratio <= 1))
    settings.refuse(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1; it is "${env['OTEL_TRACES_SAMPLER_ARG']}".`);
  return { sampler: sampler ?? 'always_on', ratio };
}
