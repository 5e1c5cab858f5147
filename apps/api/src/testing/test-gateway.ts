import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureSandboxGateway } from '@postern/adapter-payment/supervise-sandbox-gateway';
import { gatewaySecrets } from '../secrets/gateway-secrets.ts';
import { builtApi } from './built-api.ts';

/** The built gateway. */
const GATEWAY = path.join(builtApi(), 'sandbox-gateway.mjs');

export type GatewayItem =
  | { type: 'intent'; intent: { intentId: string; status: string; metadata: Record<string, string> } }
  | { type: 'charge'; charge: { intentId: string; amountMinor: number; currency: string } }
  | { type: 'refund'; refund: { refundId: string; intentId: string; amountMinor: number } };

export type TestGateway = {
  baseUrl: () => Promise<string>;
  /** Everything the gateway did, from its own ledger. */
  readLedger: () => Promise<GatewayItem[]>;
  /** The payer's bank takes a payment back, or only asks about it; returns the dispute's id. */
  dispute: (intentId: string, isInquiry?: boolean) => Promise<string>;
  closeDispute: (disputeId: string, outcome: 'won' | 'lost') => Promise<void>;
  /** The bank decides about a payment that is processing. */
  settle: (intentId: string, outcome: 'succeeded' | 'failed') => Promise<void>;
  /** The payer's bank doesn't take a refund that was made. */
  failRefund: (refundId: string) => Promise<void>;
  webhookSecret: string;
  close: () => Promise<void>;
};

/** Starts the sandbox gateway in its own process. It sends webhooks to `webhookUrl`, or none without it. */
export async function startTestGateway(secretKey: Buffer, webhookUrl?: string): Promise<TestGateway> {
  const dir = mkdtempSync(path.join(tmpdir(), 'postern-gateway-'));
  const { apiKey, webhookSecret } = gatewaySecrets(secretKey);
  const supervised = await ensureSandboxGateway({
    dir,
    command: [process.execPath, GATEWAY],
    webhookUrl: webhookUrl ?? [],
    allowOrigin: 'http://panel.test',
    publicUrl: 'http://panel.test/sandbox-gateway',
    apiKey,
    webhookSecret,
    log: () => {},
  });
  const post = async (route: string, body: object): Promise<{ disputeId: string }> => {
    const response = await fetch(`${await supervised.baseUrl()}/v1${route}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { disputeId: string };
  };
  return {
    dispute: async (intentId, isInquiry = false) => (await post('/disputes', { intentId, isInquiry })).disputeId,
    closeDispute: async (disputeId, outcome) => void (await post(`/disputes/${disputeId}/close`, { outcome })),
    settle: async (intentId, outcome) => void (await post(`/intents/${intentId}/settle`, { outcome })),
    failRefund: async (refundId) => void (await post(`/refunds/${refundId}/fail`, {})),
    baseUrl: () => supervised.baseUrl(),
    webhookSecret,
    readLedger: async () => readGatewayLedger(await supervised.baseUrl(), apiKey),
    close: async () => {
      await supervised.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** All pages of the gateway's audit list. */
export async function readGatewayLedger(baseUrl: string, apiKey: string): Promise<GatewayItem[]> {
  const items: GatewayItem[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const response = await fetch(`${baseUrl}/v1/ledger?after=${after}&limit=100`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const page = (await response.json()) as { items: GatewayItem[]; nextAfter: number | null };
    items.push(...page.items);
    after = page.nextAfter;
  }
  return items;
}
