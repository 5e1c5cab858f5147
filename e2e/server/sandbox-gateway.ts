import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

type Json = Record<string, unknown>;

/** The sandbox gateway of a running server: what its payers' banks do, as docs/operate.md says. */
export function sandboxGateway(dataDir: string) {
  async function call<T>(method: 'GET' | 'POST', route: string, body?: Json): Promise<T> {
    const { port } = JSON.parse(await readFile(path.join(dataDir, 'gateway/gateway.json'), 'utf8')) as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/v1${route}`, {
      method,
      headers: {
        authorization: `Bearer ${await keyOf(dataDir)}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  return {
    /** The bank has taken its time with a payment, and decides. */
    settle: (clientSecret: string, outcome: 'succeeded' | 'failed') =>
      call('POST', `/intents/${clientSecret.split('_secret_')[0]}/settle`, { outcome }),
    /** The payer's bank doesn't take any of the refunds that were made. */
    failRefunds: async () => {
      const { items } = await call<{ items: { type: string; refund?: { refundId: string } }[] }>(
        'GET',
        '/ledger?after=0&limit=100',
      );
      for (const { refund } of items) if (refund) await call('POST', `/refunds/${refund.refundId}/fail`, {});
    },
  };
}

/** The key is derived from the server's own. */
async function keyOf(dataDir: string): Promise<string> {
  const secret = await readFile(path.join(dataDir, 'secret-key'), 'utf8');
  const own = createHash('sha256').update(secret.trim()).digest();
  return createHmac('sha256', own).update('sandbox-gateway/api-key').digest('base64url');
}
