import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const HEALTH_TIMEOUT_MILLIS = 2000;

export interface RunningGateway {
  baseUrl: string;
  instanceId: string;
}

const whereabouts = z.object({ port: z.number().int(), instanceId: z.string() });
const health = z.object({ ok: z.literal(true), instanceId: z.string() });

/** The gateway that DIR/gateway.json names, if it answers; else null. */
export async function findRunningGateway(dir: string): Promise<RunningGateway | null> {
  try {
    const { port, instanceId } = whereabouts.parse(JSON.parse(await readFile(join(dir, 'gateway.json'), 'utf8')));
    const gateway = { baseUrl: `http://127.0.0.1:${port}`, instanceId };
    return (await isGatewayRunning(gateway)) ? gateway : null;
  } catch {
    return null;
  }
}

/** Whether this run of the gateway answers, and not another program that got its port later. */
export async function isGatewayRunning({ baseUrl, instanceId }: RunningGateway): Promise<boolean> {
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
