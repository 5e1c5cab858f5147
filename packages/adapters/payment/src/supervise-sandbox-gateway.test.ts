import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  API_KEY,
  temporaryFolder,
  startGatewayProcess,
  WEBHOOK_SECRET,
} from '@postern/sandbox-gateway/testing/gateway-process';
import { describe, expect, test, vi } from 'vitest';
import { sandboxGateway } from './sandbox.ts';
import { ensureSandboxGateway } from './supervise-sandbox-gateway.ts';
import { startSupervisingProcess, superviseOptions } from './testing/supervising-process.ts';

const SETUP = { idempotencyKey: 'setup-1', metadata: {}, customerReference: 'customer-1' };
const SECRETS = { apiKey: API_KEY, webhookSecret: WEBHOOK_SECRET };

async function gatewayPid(dir: string): Promise<number> {
  return JSON.parse(await readFile(join(dir, 'gateway.json'), 'utf8')).pid;
}

describe('the supervised gateway', () => {
  test('a gateway that dies is started again with its data, and calls succeed [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const supervised = await ensureSandboxGateway(superviseOptions(folder.path));
    const gateway = sandboxGateway({ baseUrl: supervised.baseUrl, ...SECRETS });
    const created = await gateway.createSetupIntent(SETUP);
    const firstPid = await gatewayPid(folder.path);
    process.kill(firstPid, 'SIGKILL');
    expect(await gateway.createSetupIntent(SETUP)).toEqual(created);
    expect(await gatewayPid(folder.path)).not.toBe(firstPid);
    await supervised.close();
    await expect(supervised.baseUrl()).rejects.toThrow('the supervisor is closed');
  });

  test('two processes share one gateway, and the survivor takes over when the one that started it is killed [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const owner = await startSupervisingProcess(folder.path);
    const survivor = await ensureSandboxGateway(superviseOptions(folder.path));
    expect(await survivor.baseUrl()).toBe(owner.baseUrl);
    const gateway = sandboxGateway({ baseUrl: survivor.baseUrl, ...SECRETS });
    const created = await gateway.createSetupIntent(SETUP);
    const ownersPid = await gatewayPid(folder.path);
    await owner.kill();
    await expect.poll(() => gatewayPid(folder.path).catch(() => ownersPid), { timeout: 20_000 }).not.toBe(ownersPid);
    expect(await gateway.createSetupIntent(SETUP)).toEqual(created);
    await survivor.close();
  });

  test('processes that start at the same moment end up with one gateway [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const all = await Promise.all(Array.from({ length: 3 }, () => ensureSandboxGateway(superviseOptions(folder.path))));
    const urls = await Promise.all(all.map((supervised) => supervised.baseUrl()));
    expect(new Set(urls).size).toBe(1);
    await Promise.all(all.map((supervised) => supervised.close()));
  });

  test('a process whose own gateway had to give way asks after the other one now and then only [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    const options = { ...superviseOptions(folder.path), watchMillis: 60_000 };
    const all = await Promise.all(Array.from({ length: 3 }, () => ensureSandboxGateway(options)));
    const [baseUrl = ''] = await Promise.all(all.map((supervised) => supervised.baseUrl()));
    const asked = vi.spyOn(globalThis, 'fetch');
    const ASKED_BY_THE_TEST = 50;
    for (let count = 0; count < ASKED_BY_THE_TEST; count += 1) await (await fetch(`${baseUrl}/healthz`)).text();
    // Each may still be at its first look.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(ASKED_BY_THE_TEST + all.length);
    asked.mockRestore();
    await Promise.all(all.map((supervised) => supervised.close()));
  });

  test('closing leaves a gateway alone that another process started [PAY-03]', async () => {
    await using folder = await temporaryFolder();
    await using running = await startGatewayProcess(folder.path);
    const supervised = await ensureSandboxGateway(superviseOptions(folder.path));
    expect(await supervised.baseUrl()).toBe(running.baseUrl);
    await supervised.close();
    expect((await fetch(`${running.baseUrl}/healthz`)).status).toBe(200);
  });

  test('a gateway that cannot start is reported with its own message [PAY-02]', async () => {
    await using folder = await temporaryFolder();
    const options = { ...superviseOptions(folder.path), allowOrigin: '*', startTimeoutMillis: 3000 };
    const supervised = await ensureSandboxGateway(options);
    await expect(supervised.baseUrl()).rejects.toThrow('the sandbox gateway did not start');
    const gateway = sandboxGateway({ baseUrl: supervised.baseUrl, ...SECRETS, timeoutMillis: 200 });
    await expect(gateway.readIntent('pi_1')).rejects.toMatchObject({ kind: 'unavailable' });
    await supervised.close();
  });
});
