import { parseSpf, type SpfQuestion, type SpfWalk, walkSpf } from '../index.ts';
import type { StubDns } from './evaluate-spf.ts';

/** Walks through a record of `d.test` with answers from a stub. Names that are `silent` get no answer. */
export function walkStub(
  text: string,
  dns: StubDns,
  silent: readonly string[] = [],
): { walk: SpfWalk; asked: SpfQuestion[][] } {
  const parsed = parseSpf(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.code}`);
  const answerTo = ({ name, type }: SpfQuestion): string[] | null => {
    if (silent.includes(name)) return null;
    const { a = [], aaaa = [], mx = [], txt = [] } = dns[name] ?? {};
    return { A: a, AAAA: aaaa, MX: mx.map((host) => `10 ${host}`), TXT: txt }[type];
  };
  const asked: SpfQuestion[][] = [];
  const walk = walkSpf(parsed.value, 'd.test');
  for (let step = walk.next(); ; step = walk.next((asked.at(-1) ?? []).map(answerTo))) {
    if (step.done) return { walk: step.value, asked };
    asked.push(step.value);
  }
}
