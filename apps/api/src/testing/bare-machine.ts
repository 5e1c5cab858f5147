import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pollUntil } from '@postern/testkit/poll-until';
import { spawnProcess } from '@postern/testkit/spawn-process';

/** What Debian's installer adds to the smallest system. */
const INSTALLED = 'systemd,systemd-sysv,dbus,iproute2,adduser,ca-certificates,cron,logrotate,procps,wget';
const MAKE_LIMIT_MS = 600_000;

type Run = {
  /** What a person types when a command asks. */
  typed?: string;
  /** With the network of the machine that runs the test, for packages. The machine itself reaches nobody but the test. */
  withInternet?: boolean;
};

export type BareMachine = {
  root: string;
  /** Its own address, and the test's as it sees it. */
  address: string;
  testAddress: string;
  /** Runs commands in a shell as root, in /opt/postern if that is there. Throws with all output where one fails. */
  run: (commands: string, how?: Run) => Promise<string>;
  stop: () => Promise<void>;
};

/** Debian 12 with a running systemd, in a folder and in namespaces of its own. Needs root. */
export async function startBareMachine(root: string): Promise<BareMachine> {
  execFileSync('debootstrap', ['--variant=minbase', `--include=${INSTALLED}`, 'bookworm', root], {
    stdio: 'ignore',
    timeout: MAKE_LIMIT_MS,
  });
  copyFileSync('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'));
  // apt would wait for an answer.
  writeFileSync(path.join(root, 'etc/apt/apt.conf.d/90yes'), 'APT::Get::Assume-Yes "true";\n');
  const name = `pg${process.pid % 100_000}`;
  const container = await spawnProcess({
    command: '/usr/bin/env',
    args: [
      'SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1',
      'systemd-nspawn',
      ...['--quiet', '--boot', '--directory', root, '--machine', name, '--network-veth', '--console=pipe'],
      ...['--register=no', '--keep-unit'],
    ],
  });
  const outer = `ve-${name}`;
  const readProcess = (pid: number | string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').trim();
    } catch {
      // It has ended meanwhile.
      return '';
    }
  };
  /** The first process of the machine. Until it runs, systemd-nspawn has another child that prepares it. */
  const leader = async (): Promise<string> => {
    let found: string | undefined;
    await pollUntil(
      async () => {
        const children = readProcess(container.pid, `task/${container.pid}/children`).split(' ');
        found = children.find((pid) => readProcess(pid, 'comm') === 'systemd');
        return found !== undefined;
      },
      { timeoutMs: 30_000, onTimeout: () => `The machine doesn't start: ${container.output()}` },
    );
    return found ?? '';
  };
  const inside = await leader();
  const run: BareMachine['run'] = async (commands, { typed = '', withInternet = false } = {}) => {
    const child = spawn(
      'nsenter',
      [
        ...['--target', inside, '--mount', '--pid', '--uts', '--ipc', '--cgroup', ...(withInternet ? [] : ['--net'])],
        ...['env', '-i', 'HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'],
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        ...['bash', '-e', '-o', 'pipefail', '-c', `cd /opt/postern 2>/dev/null || cd /root\n${commands}`],
      ],
      { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stdin.on('error', () => {}).end(typed);
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${output}`);
    return output;
  };
  const ready = async () => {
    const state = await run('systemctl is-system-running || true').catch(() => '');
    return /running|degraded/.test(state);
  };
  await pollUntil(ready, { timeoutMs: 60_000, onTimeout: () => `systemd doesn't start: ${container.output()}` });
  const net = `10.199.${process.pid % 250}`;
  execFileSync('ip', ['address', 'add', `${net}.1/24`, 'dev', outer]);
  execFileSync('ip', ['link', 'set', outer, 'up']);
  await run(`ip address add ${net}.2/24 dev host0; ip link set host0 up`);
  return {
    root,
    address: `${net}.2`,
    testAddress: `${net}.1`,
    run,
    stop: async () => {
      await run('systemctl poweroff --force --force').catch(() => {});
      await container.end('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}
