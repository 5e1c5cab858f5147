import { readGatewayArguments, USAGE } from './gateway-arguments.ts';
import { runGateway } from './run-gateway.ts';

/** How long open requests may still take after SIGTERM. */
const DRAIN_MILLIS = 10_000;

function log(message: string): void {
  process.stderr.write(`${new Date().toISOString()} sandbox-gateway: ${message}\n`);
}

const args = readGatewayArguments(process.argv.slice(2), process.env);
if (typeof args === 'string') {
  process.stderr.write(`sandbox-gateway: ${args}\n${USAGE}\n`);
  process.exit(2);
}

try {
  const gateway = await runGateway(args, log);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MILLIS).unref();
    gateway.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (args.exitWithParent) process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
  process.stdout.write(`${JSON.stringify({ port: gateway.port })}\n`);
} catch (error) {
  process.stderr.write(`sandbox-gateway: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
