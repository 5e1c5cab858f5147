import path from 'node:path';
import type { Config } from '../config/config.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import type { Log } from '../runtime/log.ts';
import { gatewaySecrets } from '../secrets/gateway-secrets.ts';
import type { Stops } from './stops.ts';

const nothingToStart = async () => {};

/**
 * Stripe; or in evaluation the sandbox gateway, which runs elsewhere or which this process supervises as a child process. It starts while
 * the first calls come in; those that need it wait for it. Or none, where only partners take payments.
 */
export async function chooseGateway(config: Config, log: Log, stops: Stops) {
  const { payment } = config;
  if (payment.kind === 'none') {
    const { noGateway } = await import('@postern/adapter-payment/no-gateway');
    return { gateway: noGateway(), sandboxGatewayUrl: null, cardGateway: null, startSandbox: nothingToStart };
  }
  if (payment.kind === 'stripe') {
    const { publishableKey, apiUrl, ...keys } = payment.stripe;
    const { stripeGateway } = await import('@postern/adapter-payment/stripe');
    return {
      gateway: stripeGateway({ ...keys, ...(apiUrl === null ? {} : addressOf(apiUrl)) }),
      sandboxGatewayUrl: null,
      cardGateway: { name: 'stripe' as const, publishableKey },
      startSandbox: nothingToStart,
    };
  }
  const { sandboxGateway } = await import('@postern/adapter-payment/sandbox');
  const { apiKey, webhookSecret } = gatewaySecrets(config.secretKey);
  const cardGateway = { name: 'sandbox' as const };
  if (payment.url !== null) {
    const { url } = payment;
    return {
      gateway: sandboxGateway({ baseUrl: url, apiKey, webhookSecret }),
      sandboxGatewayUrl: async () => url,
      cardGateway,
      startSandbox: nothingToStart,
    };
  }
  const { ensureSandboxGateway } = await import('@postern/adapter-payment/supervise-sandbox-gateway');
  let supervised: ReturnType<typeof ensureSandboxGateway> | undefined;
  const supervise = () =>
    (supervised ??= ensureSandboxGateway({
      dir: path.join(config.dataDir, 'gateway'),
      command: [process.execPath, LOCATIONS.sandboxGateway],
      webhookUrl: `http://127.0.0.1:${config.port}/webhooks/sandbox`,
      allowOrigin: new URL(config.publicUrl).origin,
      publicUrl: `${config.publicUrl}/sandbox-gateway`,
      apiKey,
      webhookSecret,
      log: (message) => log.info({ gateway: message }, 'sandbox gateway'),
    }));
  stops.push(async () => (await supervised)?.close());
  const baseUrl = async () => (await supervise()).baseUrl();
  return {
    gateway: sandboxGateway({ baseUrl, apiKey, webhookSecret }),
    sandboxGatewayUrl: baseUrl,
    cardGateway,
    startSandbox: async () => void (await supervise()),
  };
}

function addressOf(url: string): { protocol: 'http' | 'https'; host: string; port: number } {
  const { protocol, hostname: host, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host, port: Number(port || (isPlain ? 80 : 443)) };
}
