import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnProcess } from '@postern/testkit/spawn-process';

/** One request of a load; several take turns. */
export type LoadRequest = { method?: string; path: string; header?: [name: string, value: string]; body?: unknown };

export type LoadOptions = {
  baseUrl: string;
  requests: LoadRequest[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** The folder for the file of requests. */
  folder: string;
  /** Accepts refusals, for the mix with logins, which only measures the other calls. */
  mayFail?: boolean;
};

export type Load = { perSecond: number; p50Millis: number; p99Millis: number };

let files = 0;

/** Keeps `connections` requests open for some seconds. Throws if an answer is not 2xx. */
export async function runWrk(options: LoadOptions): Promise<Load> {
  const file = path.join(options.folder, `requests-${(files += 1)}.txt`);
  const lineOf = ({ method = 'GET', path: address, header, body }: LoadRequest) =>
    [method, address, header?.[0] ?? '', header?.[1] ?? '', body === undefined ? '' : JSON.stringify(body)].join('\t');
  writeFileSync(file, `${options.requests.map(lineOf).join('\n')}\n`);
  const headers = Object.entries(options.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const size = ['-t', '1', '-c', String(options.connections), '-d', `${options.seconds}s`, '--timeout', '60s'];
  const script = ['-s', path.join(import.meta.dirname, 'report.lua')];
  const wrk = await spawnProcess({
    command: 'wrk',
    args: [...size, ...headers, ...script, options.baseUrl, '--', file],
  });
  const { code } = await wrk.exited;
  const report = /^REPORT (.*)$/m.exec(wrk.output())?.[1];
  if (code !== 0 || report === undefined) throw new Error(`wrk failed:\n${wrk.output()}`);
  const { requests, micros, failed, p50Micros, p99Micros } = JSON.parse(report) as {
    requests: number;
    micros: number;
    failed: number;
    p50Micros: number;
    p99Micros: number;
  };
  if (failed > 0 && options.mayFail !== true)
    throw new Error(`${failed} of ${requests} answers were errors:\n${report}`);
  return { perSecond: (requests / micros) * 1e6, p50Millis: p50Micros / 1000, p99Millis: p99Micros / 1000 };
}
