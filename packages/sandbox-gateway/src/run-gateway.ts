import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { GatewayArguments } from './gateway-arguments.ts';
import { Faults } from './http/faults.ts';
import { buildGatewayServer } from './http/gateway-server.ts';
import { openLedger } from './ledger/ledger.ts';
import { WebhookDelivery } from './webhooks/webhook-delivery.ts';

export interface RunningGateway {
  port: number;
  /** Answers open requests, then releases the folder. */
  stop(): Promise<void>;
}

/** Starts the gateway on loopback, and writes its port to DIR/gateway.json. */
export async function runGateway(args: GatewayArguments, log: (message: string) => void): Promise<RunningGateway> {
  const opened = await openLedger({
    dir: args.dir,
    now: Date.now,
    onWriteFailure: (error) => {
      log(`the ledger can't be written, the gateway ends: ${error instanceof Error ? error.message : String(error)}`);
      process.exit(1);
    },
  });
  const { ledger, key, tornBytes } = opened;
  if (tornBytes > 0) log(`cut ${tornBytes} bytes of a half-written last line off the ledger`);
  const faults = new Faults();
  const delivery = new WebhookDelivery({ ledger, faults, log, urls: args.webhookUrls, secret: args.webhookSecret });
  const instanceId = randomUUID();
  let port = args.port;
  const publicUrl = () => args.publicUrl ?? `http://127.0.0.1:${port}`;
  const { allowedOrigins, apiKey } = args;
  const app = buildGatewayServer({ ledger, key, faults, apiKey, allowedOrigins, publicUrl, instanceId, log });
  try {
    await app.listen({ host: '127.0.0.1', port: args.port });
  } catch (error) {
    await opened.close();
    throw error;
  }
  port = (app.server.address() as AddressInfo).port;
  const whereabouts = join(args.dir, 'gateway.json');
  writeWhole(whereabouts, JSON.stringify({ port, pid: process.pid, instanceId }));
  delivery.start();
  return {
    port,
    async stop() {
      rmSync(whereabouts, { force: true });
      await app.close();
      await delivery.stop();
      await opened.close();
    },
  };
}

function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.draft`, content, { mode: 0o600 });
  renameSync(`${path}.draft`, path);
}
