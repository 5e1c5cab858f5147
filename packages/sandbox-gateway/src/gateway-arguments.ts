import { parseArgs } from 'node:util';

export interface GatewayArguments {
  dir: string;
  port: number;
  webhookUrls: string[];
  allowedOrigins: string[];
  publicUrl: string | null;
  exitWithParent: boolean;
  apiKey: string;
  webhookSecret: string;
}

export const USAGE = `Usage: sandbox-gateway --dir DIR [--port N] [--webhook-url URL]… [--allow-origin ORIGIN]… [--public-url URL] [--exit-with-parent]
Secrets: SANDBOX_GATEWAY_API_KEY and SANDBOX_GATEWAY_WEBHOOK_SECRET in the environment (or --api-key and
--webhook-secret, which everybody on this machine can read in the list of processes).`;

/** The parsed arguments, or one plain sentence about what is wrong with them. */
export function readGatewayArguments(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): GatewayArguments | string {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return error instanceof Error ? error.message : 'the arguments can not be read';
  }
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  const webhookUrls = values['webhook-url'];
  const publicUrl = values['public-url'] ?? null;
  const apiKey = environment['SANDBOX_GATEWAY_API_KEY'] || values['api-key'];
  const webhookSecret = environment['SANDBOX_GATEWAY_WEBHOOK_SECRET'] || values['webhook-secret'];
  if (!values.dir) return '--dir is missing';
  if (!(port <= 65_535)) return `--port must be a number from 0 to 65535, not '${values.port}'`;
  for (const url of [...webhookUrls, ...(publicUrl === null ? [] : [publicUrl])]) {
    if (!isHttpUrl(url)) return `'${url}' is not an http or https address`;
  }
  for (const origin of values['allow-origin']) {
    if (!isHttpUrl(origin) || new URL(origin).origin !== origin) {
      return `--allow-origin must look like https://panel.example, not '${origin}'`;
    }
  }
  if (!apiKey) return 'SANDBOX_GATEWAY_API_KEY is missing';
  if (!webhookSecret) return 'SANDBOX_GATEWAY_WEBHOOK_SECRET is missing';
  return {
    dir: values.dir,
    port,
    webhookUrls,
    allowedOrigins: values['allow-origin'],
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
    exitWithParent: values['exit-with-parent'],
    apiKey,
    webhookSecret,
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      dir: { type: 'string', default: '' },
      port: { type: 'string', default: '0' },
      'webhook-url': { type: 'string', multiple: true, default: [] },
      'allow-origin': { type: 'string', multiple: true, default: [] },
      'public-url': { type: 'string' },
      'api-key': { type: 'string' },
      'webhook-secret': { type: 'string' },
      'exit-with-parent': { type: 'boolean', default: false },
    },
  }).values;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
