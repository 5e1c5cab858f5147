import path from 'node:path';
import type { Config } from '../config/config.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import type { Log } from '../runtime/log.ts';
import { gatewaySecrets } from '../secrets/gateway-secrets.ts';
import type { Stops } from './stops.ts';

const nothingToStart = async () => {};

const NO_GATEWAY = 'none: cards are not charged, as the keys of Stripe are not set';

/**
 * Stripe if its keys are set, else the sandbox gateway: the operator's, or in evaluation one that this process supervises as a child
 * process. It starts while the first calls come in; those that need it wait for it. In production nobody gets it by leaving out a setting,
 * because anyone can pay there with a test card: then cards are refused, and only plans that need none and partners' own payments work.
 */
export async function chooseGateway(config: Config, log: Log, stops: Stops) {
  if (config.stripe !== null) {
    const { publishableKey, ...keys } = config.stripe;
    const { stripeGateway } = await import('@postern/adapter-payment/stripe');
    return {
      gateway: stripeGateway(keys),
      sandboxGatewayUrl: null,
      cardGateway: { name: 'stripe' as const, publishableKey },
      startSandbox: nothingToStart,
    };
  }
  const { sandboxGateway } = await import('@postern/adapter-payment/sandbox');
  const { apiKey, webhookSecret } = gatewaySecrets(config.secretKey);
  const cardGateway = { name: 'sandbox' as const };
  if (config.sandboxGatewayUrl !== null) {
    const url = config.sandboxGatewayUrl;
    return {
      gateway: sandboxGateway({ baseUrl: url, apiKey, webhookSecret }),
      sandboxGatewayUrl: async () => url,
      cardGateway,
      startSandbox: nothingToStart,
    };
  }
  if (config.mode === 'production') {
    log.warn(`payment gateway: ${NO_GATEWAY}`);
    const baseUrl = () => Promise.reject(new Error(NO_GATEWAY));
    return {
      gateway: {
        ...sandboxGateway({ baseUrl, apiKey, webhookSecret }),
        // The panel serves everything else, so it is ready.
        check: async () => ({ ok: true, detail: NO_GATEWAY }),
      },
      sandboxGatewayUrl: null,
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
