import type { BillingOverview } from '@postern/contract/billing';

type Line = BillingOverview['charges'][number]['lines'][number];

/** Lines with a key for each. Two pieces of the same add-on that were bought one after the other look the same. */
export function keyedLines(lines: readonly Line[]): { key: string; line: Line }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const name = `${line.kind} ${line.text} ${line.amount}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: `${name} ${count}`, line };
  });
}
