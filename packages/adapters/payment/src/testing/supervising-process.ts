import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gatewayCommand } from '@postern/sandbox-gateway/testing/built-gateway';
import { API_KEY, WEBHOOK_SECRET } from '@postern/sandbox-gateway/testing/gateway-process';
import { ensureSandboxGateway } from '../supervise-sandbox-gateway.ts';

/** Acts as a panel process: supervises the gateway until it is ended, and prints its address. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [dir = '', ...command] = process.argv.slice(2);
  const supervised = await ensureSandboxGateway(superviseOptions(dir, command));
  process.stdout.write(`${await supervised.baseUrl()}\n`);
}

export function superviseOptions(dir: string, command: readonly string[] = gatewayCommand()) {
  return {
    dir,
    command,
    webhookUrl: 'http://127.0.0.1:9/webhooks/sandbox',
    allowOrigin: 'https://panel.example',
    apiKey: API_KEY,
    webhookSecret: WEBHOOK_SECRET,
    log: () => {},
    watchMillis: 50,
  };
}

export async function startSupervisingProcess(dir: string) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), dir, ...gatewayCommand()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const [baseUrl] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    baseUrl,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
