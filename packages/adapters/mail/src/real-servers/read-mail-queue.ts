import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { MailBackendError, type MailQueue } from '../port.ts';

/** Postfix's queues, in the order in which a message passes through them. `corrupt` can't be listed. */
const QUEUES = ['maildrop', 'hold', 'incoming', 'active', 'deferred'] as const;

export type MailQueueOptions = {
  /** The folder of Postfix's configuration. */
  configDir: string;
  command?: string;
  timeoutMillis?: number;
  /** The clock of Postfix's machine, which is this one. */
  nowMillis?: () => number;
};

/**
 * The messages that Postfix on this machine has accepted and not yet delivered, from `postqueue -j`. A user that isn't root must be in the
 * group `postdrop`. Throws `MailBackendError`; its message names no person.
 */
export async function readMailQueue(options: MailQueueOptions): Promise<MailQueue[]> {
  const { configDir, command = '/usr/sbin/postqueue', timeoutMillis = 10_000, nowMillis = Date.now } = options;
  const postqueue = spawn(command, ['-c', configDir, '-j'], {
    // Nothing of the panel's settings is for this program.
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMillis,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => postqueue.on('error', reject).on('close', resolve));
  ended.catch(() => {});
  let told = '';
  postqueue.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(0, 500);
  });
  const oldest = new Map<string, number>();
  const counts = new Map<string, number>();
  try {
    for await (const line of createInterface({ input: postqueue.stdout })) {
      const { queue_name: queue, arrival_time: arrival } = JSON.parse(line) as {
        queue_name: string;
        arrival_time: number;
      };
      counts.set(queue, (counts.get(queue) ?? 0) + 1);
      oldest.set(queue, Math.min(oldest.get(queue) ?? arrival, arrival));
    }
    const code = await ended;
    if (code !== 0) throw new Error(code === null ? 'no answer in time' : told.trim().split('\n')[0]);
  } catch (cause) {
    postqueue.kill('SIGKILL');
    const why = cause instanceof Error ? cause.message : 'failed';
    throw new MailBackendError('unavailable', `Postfix's queue can't be read: ${why}`, { cause });
  }
  const now = nowMillis() / 1000;
  return QUEUES.map((queue) => ({
    queue,
    messages: counts.get(queue) ?? 0,
    oldestSeconds: Math.max(0, now - (oldest.get(queue) ?? now)),
  }));
}
