import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@postern/testkit/free-port';
import { pollUntil } from '@postern/testkit/poll-until';
import { type SpawnedProcess, spawnProcess } from '@postern/testkit/spawn-process';
import { LOCATIONS } from '../../runtime/locations.ts';

/** The host name in the files of deploy/proxy, which operators replace with their own. */
const SHIPPED_HOST = 'panel.your.example';

/** What a proxy needs: the panel's host, a certificate for it, and a folder for its files. */
export type Front = { host: string; dir: string; certificate: string; key: string; remove: () => void };

export type ShippedProxy = { port: number; plainPort: number; process: SpawnedProcess };

/** Makes a certificate for the host, in a folder that nginx's workers, which run as another user, may enter. */
export function makeFront(host = SHIPPED_HOST): Front {
  const dir = mkdtempSync(path.join(tmpdir(), 'postern-proxy-'));
  const [certificate, key] = [path.join(dir, 'fullchain.pem'), path.join(dir, 'privkey.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('/usr/bin/openssl', ['req', ...what, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return { host, dir, certificate, key, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** The file as shipped, with this machine's paths and ports filled in. Each text to replace must be in it. */
function withPlaces(file: string, places: Record<string, string>): string {
  let config = readFileSync(path.join(LOCATIONS.root, 'deploy/proxy', file), 'utf8');
  for (const [from, to] of Object.entries(places)) {
    if (!config.includes(from)) throw new Error(`${file} no longer has: ${from}`);
    config = config.replaceAll(from, to);
  }
  return config;
}

/** Starts nginx with the shipped file, in front of the processes on these ports. */
export async function startNginx(front: Front, ports: readonly number[]): Promise<ShippedProxy> {
  const { dir, host } = front;
  const [port, plainPort] = [await freePort(), await freePort()];
  const config = withPlaces('nginx.conf', {
    'server 127.0.0.1:8080 fail_timeout=2s;': ports.map((one) => `server 127.0.0.1:${one} fail_timeout=2s;`).join(' '),
    'listen 443': `listen 127.0.0.1:${port}`,
    'listen [::]:443 ssl http2;': '',
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen [::]:80;': '',
    [`/etc/letsencrypt/live/${SHIPPED_HOST}`]: dir,
    [SHIPPED_HOST]: host,
  });
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(dir, name)};`,
  );
  const file = path.join(dir, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${dir}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${folders.join(' ')}\n${config}}`,
  );
  const started = await spawnProcess({ command: '/usr/sbin/nginx', args: ['-e', 'stderr', '-c', file] });
  await isListening(front, port, started.output);
  return { port, plainPort, process: started };
}

/** Starts Caddy with the shipped file, in front of the processes on these ports. */
export async function startCaddy(front: Front, ports: readonly number[]): Promise<ShippedProxy> {
  const { dir, host, certificate, key } = front;
  const [port, plainPort] = [await freePort(), await freePort()];
  const config = withPlaces('Caddyfile', {
    'reverse_proxy 127.0.0.1:8080 {': `reverse_proxy ${ports.map((behind) => `127.0.0.1:${behind}`).join(' ')} {`,
    [`\n${SHIPPED_HOST} {`]: `\n${host} {\n\ttls ${certificate} ${key}`,
  });
  const file = path.join(dir, 'Caddyfile');
  const own = `admin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1`;
  writeFileSync(file, `{\n\t${own}\n}\n${config}`);
  const home = path.join(dir, 'home');
  mkdirSync(home, { recursive: true });
  const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  const started = await spawnProcess({ command: '/usr/bin/caddy', args, env });
  await isListening(front, port, started.output);
  return { port, plainPort, process: started };
}

/** As a browser connects: TLS with the host's name, and HTTP/2 or nothing. */
export const connectByHttp2 = ({ certificate, host }: Front, port: number): http2.ClientHttp2Session =>
  http2.connect(`https://127.0.0.1:${port}`, { ca: readFileSync(certificate), servername: host });

const isListening = (front: Front, port: number, output: () => string) =>
  pollUntil(
    () =>
      new Promise<boolean>((resolve) => {
        const session = connectByHttp2(front, port);
        session.once('connect', () => resolve(true)).once('error', () => resolve(false));
        session.once('close', () => session.destroy());
        session.once('connect', () => session.close());
      }),
    { timeoutMs: 20_000, onTimeout: output },
  );
