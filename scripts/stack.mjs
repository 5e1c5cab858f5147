// npm run stack -- --dir DIR --port-base N [--from-source] [--backends M]: PostgreSQL, Dovecot, Postfix, Rspamd, PowerDNS and the panel in one folder, on the ports from N on
// of the loopback address. Prints one line of JSON when everything answers, and on standard error what that took; ends without a trace outside DIR on SIGTERM,
// SIGINT or the end of npm. Needs root: Postfix and Dovecot change users.
// With several backends, its Dovecot is a proxy in front of M others (docs/scale.md).
import path from 'node:path';
import { parseArgs } from 'node:util';
import { apiTarget } from './parts/api-target.mjs';
import { buildStale } from './parts/build-target.mjs';
import { endWithNpm } from './parts/end-with-npm.mjs';
import { installSystemPackages, MAIL_SERVERS } from './parts/install-system-packages.mjs';
import { panelTarget } from './parts/panel-target.mjs';
import { startStack } from './parts/start-stack.mjs';

function readArguments() {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      'port-base': { type: 'string' },
      'from-source': { type: 'boolean' },
      backends: { type: 'string' },
    },
  });
  const base = Number(values['port-base']);
  const backends = Number(values.backends ?? 1);
  if (
    !values.dir ||
    !Number.isInteger(base) ||
    base < 1024 ||
    base > 65_000 ||
    !Number.isInteger(backends) ||
    backends < 1 ||
    backends > 9
  )
    throw new Error(
      'Usage: npm run stack -- --dir DIR --port-base N [--from-source] [--backends M]   (N from 1024 to 65000, M from 2 to 9)',
    );
  if (process.getuid?.() !== 0) throw new Error('The mail servers change users, so the stack must be started by root.');
  return { dir: path.resolve(values.dir), base, fromSource: values['from-source'] === true, backends };
}

let stack;
let stopping;
/** Ends all servers, in reverse order. A second signal changes nothing. */
const stop = () => (stopping ??= stack?.stop() ?? Promise.resolve());

try {
  const { dir, base, fromSource, backends } = readArguments();
  installSystemPackages(MAIL_SERVERS, 'The mail servers need');
  const built = fromSource ? Promise.resolve() : buildStale(apiTarget, panelTarget);
  stack = startStack({ dir, base, fromSource, built, backends });
  const end = () => void stop().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
  endWithNpm(end);
  const { answer, took } = await stack.ready;
  process.stderr.write(`Ready after ${took}\n`);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  const name = await stack.firstEnd;
  if (!stopping) throw new Error(`${name} has ended; its log lies in ${path.join(dir, 'log')}`);
} catch (error) {
  if (!stopping) {
    process.stderr.write(`${error.message}\n`);
    await stop();
    process.exit(1);
  }
}
