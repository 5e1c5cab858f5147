import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gatewayCommand } from './built-gateway.ts';

export const API_KEY = 'test-api-key';
export const WEBHOOK_SECRET = 'test-webhook-secret';

/** Card fields with a future expiry. */
export function aCard(number: string) {
  return { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 2, cvc: '123' };
}

/** A new folder, removed by `await using`. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-gateway-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export interface GatewayProcess extends AsyncDisposable {
  baseUrl: string;
  pid: number;
  /** Everything it wrote to standard output and standard error. */
  output(): string;
  /** A call with the API key. */
  call(method: 'GET' | 'POST', path: string, body?: unknown, idempotencyKey?: string): Promise<CallAnswer>;
  confirm(clientSecret: string, card: object, returnUrl?: string): Promise<CallAnswer>;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

export interface CallAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
}

/** A gateway in its own process, used over HTTP only. */
export async function startGatewayProcess(dir: string, args: readonly string[] = []): Promise<GatewayProcess> {
  const [program = '', ...main] = gatewayCommand();
  const child = spawn(program, [...main, '--dir', dir, '--exit-with-parent', ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      SANDBOX_GATEWAY_API_KEY: API_KEY,
      SANDBOX_GATEWAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    stdio: ['pipe', 'pipe', 'pipe'], // the input pipe ends with the test process, so that a failed test leaves no gateway behind
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const first = await Promise.race([line, closed.then(() => null)]);
  if (first === null) throw new Error(output);
  const baseUrl = `http://127.0.0.1:${JSON.parse(first[0]).port}`;
  const end = (signal: 'SIGTERM' | 'SIGKILL') => endProcess(child, closed, signal);
  return {
    baseUrl,
    pid: child.pid ?? 0,
    output: () => output,
    call: (method, path, body, idempotencyKey) =>
      send(`${baseUrl}${path}`, method, body, {
        authorization: `Bearer ${API_KEY}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      }),
    confirm: (clientSecret, card, return_url) =>
      send(`${baseUrl}/confirm`, 'POST', { clientSecret, card, return_url }, {}),
    end,
    [Symbol.asyncDispose]: async () => void (await end('SIGTERM')),
  };
}

/** All pages of the audit list. */
export async function readWholeLedger(gateway: Pick<GatewayProcess, 'call'>): Promise<CallAnswer['body'][]> {
  const items: CallAnswer['body'][] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { body } = await gateway.call('GET', `/v1/ledger?after=${after}&limit=7`);
    items.push(...body.items);
    after = body.nextAfter;
  }
  return items;
}

async function send(url: string, method: string, body: unknown, headers: Record<string, string>): Promise<CallAnswer> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function endProcess(child: ChildProcess, closed: Promise<unknown[]>, signal: NodeJS.Signals) {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  await closed;
  return child.exitCode;
}
