import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const HEALTH_TIMEOUT_MILLIS = 2000;

export interface LivingGateway {
  baseUrl: string;
  instanceId: string;
}

const whereabouts = z.object({ port: z.number().int(), instanceId: z.string() });
const health = z.object({ ok: z.literal(true), instanceId: z.string() });

/** The gateway that DIR/gateway.json speaks of, when it answers; null else. */
export async function findLivingGateway(dir: string): Promise<LivingGateway | null> {
  try {
    const { port, instanceId } = whereabouts.parse(JSON.parse(await readFile(join(dir, 'gateway.json'), 'utf8')));
    const gateway = { baseUrl: `http://127.0.0.1:${port}`, instanceId };
    return (await isGatewayAlive(gateway)) ? gateway : null;
  } catch {
    return null;
  }
}

/** Whether this very run of the gateway answers, and not some other program that was given its port later. */
export async function isGatewayAlive({ baseUrl, instanceId }: LivingGateway): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/healthz`, {
      redirect: 'error',
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MILLIS),
    });
    return health.parse(await response.json()).instanceId === instanceId;
  } catch {
    return false;
  }
}
