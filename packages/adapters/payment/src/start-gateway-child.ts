import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const STOP_MILLIS = 12_000;

export interface GatewayCommand {
  /** The gateway's folder. Processes with the same folder share one gateway. */
  dir: string;
  /** How to start it, without arguments: `[process.execPath, '…/sandbox-gateway/main.ts']`. */
  command: readonly string[];
  webhookUrl: string | readonly string[];
  allowOrigin: string | readonly string[];
  /** Where the payer's browser reaches the gateway: a path of the panel that forwards to it. By default its loopback address. */
  publicUrl?: string;
  apiKey: string;
  webhookSecret: string;
  log: (message: string) => void;
}

export interface GatewayChild {
  /** Resolves with null once it listens, or with the reason why it ended before. */
  listening: Promise<string | null>;
  exited: Promise<void>;
  isRunning(): boolean;
  /** Lets it finish open requests, then ends it. */
  stop(): Promise<void>;
}

/** Starts a gateway that ends with this process, as its standard input is a pipe from here. */
export function startGatewayChild(options: GatewayCommand): GatewayChild {
  const [program = process.execPath, ...args] = options.command;
  const child = spawn(program, [...args, ...gatewayArguments(options)], {
    env: gatewayEnvironment(options),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {}); // it may end while we close its input
  let lastLine = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLine = line;
    options.log(line);
  });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      lastLine = error.message;
      resolve();
    });
  });
  let running = true;
  void exited.then(() => {
    running = false;
  });
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  const listening = Promise.race([
    firstLine.then(() => null),
    exited.then(() => lastLine || 'it ended without a word'),
  ]);
  return { listening, exited, isRunning: () => running, stop: () => stop(child, exited) };
}

async function stop(child: ChildProcessWithoutNullStreams, exited: Promise<void>): Promise<void> {
  child.stdin.end();
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLIS);
  await exited;
  clearTimeout(timer);
}

function gatewayArguments({ dir, webhookUrl, allowOrigin, publicUrl }: GatewayCommand): string[] {
  return [
    ...['--dir', dir, '--exit-with-parent'],
    ...[webhookUrl].flat().flatMap((url) => ['--webhook-url', url]),
    ...[allowOrigin].flat().flatMap((origin) => ['--allow-origin', origin]),
    ...(publicUrl === undefined ? [] : ['--public-url', publicUrl]),
  ];
}

/** The gateway gets its own secrets, and none of the panel's. */
function gatewayEnvironment({ apiKey, webhookSecret }: GatewayCommand): NodeJS.ProcessEnv {
  const { PATH, TZ, TMPDIR, NODE_EXTRA_CA_CERTS, NODE_COMPILE_CACHE } = process.env;
  const inherited = Object.entries({ PATH, TZ, TMPDIR, NODE_EXTRA_CA_CERTS, NODE_COMPILE_CACHE }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...Object.fromEntries(inherited),
    SANDBOX_GATEWAY_API_KEY: apiKey,
    SANDBOX_GATEWAY_WEBHOOK_SECRET: webhookSecret,
  };
}
