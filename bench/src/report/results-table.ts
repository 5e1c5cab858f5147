import { median } from '../load/interleave.ts';
import { type Comparison, isMet, ratioOf, spreadOf } from './comparison.ts';

const number = (value: number): string =>
  !Number.isFinite(value)
    ? '–'
    : value >= 100
      ? Math.round(value).toLocaleString('en')
      : value.toLocaleString('en', { maximumSignificantDigits: 3 });

const cells = (words: string[]) => `| ${words.join(' | ')} |`;

function rowOf(comparison: Comparison): string {
  const { goal, what, unit, ours, other, bound } = comparison;
  const wanted = 'atLeast' in bound ? `≥ ${number(bound.atLeast)}` : `≤ ${number(bound.atMost)}`;
  const value = (sample: number[]) => `${number(median(sample))} ${unit}`;
  const spread = spreadOf(comparison);
  return cells([
    String(goal),
    what,
    value(ours),
    `${other.name}: ${value(other.sample)}`,
    number(ratioOf(comparison)),
    wanted,
    isMet(comparison) ? 'pass' : '**fail**',
    spread === 0 ? '–' : `${Math.round(spread * 100)} %`,
  ]);
}

const HEAD = [
  cells(['Goal', 'What', 'Postern', 'Beside', 'Ratio', 'Wanted', '', 'Spread']),
  cells(['--:', '---', '--:', '---', '--:', '--:', '---', '--:']),
];

const NOTES = `Every line was measured in one run, the contenders in turn (A B C A B C …), after a round that is thrown away; the numbers are medians of the rounds,
*Ratio* is Postern's number divided by the other's, *Spread* the distance between the best and the worst round as a share of the median (the larger of the two).

- **bare** is the limit of the stack: \`bench/src/bare-server.ts\`, Fastify and pg with a look-up of the session by its hashed token and one query for the page, on
  the same database with the same number of connections, without row-level security, validation, headers, metrics and log. Both give exactly the same answer (checked before).
- **argon2id and one durable insert** is the same server with the hash and one committed row for each answer: the least that a durable answer needs.
- **PostfixAdmin** is Debian's package with the same people in a database of its own on the same PostgreSQL, behind nginx and php-fpm with Debian's settings; only its
  page size is set where a page of 100 rows is meant.
- **doveadm backup** and **mbsync** copy the same mailbox from the same Dovecot into another mailbox of it. The panel and doveadm read it by TLS;
  mbsync goes without, because it wants a certificate with the host's name. Dovecot stores without waiting for the disk.
- **50 ms away** is the same Dovecot behind a proxy that delays each byte by half of that in either direction. For the row with two processes each connection
  brings at most 128 KB a round trip: otherwise one process and two wait for the same two cores, which have the source, the destination and the panel.
- **Slow phone** is headless Chromium at 390 × 844 with 1.6 Mbit/s, 150 ms and a quarter of the processor; bytes are as sent, with headers, until two seconds after the
  content is there (\`e2e/measures/cold-start.ts\`). Bytes and requests are exact; times are only worth something beside the other contender of the same run.
- **least build** is React, TanStack Router and TanStack Query with one screen, built with the panel's own settings.
- **100,000 mailboxes** in a browser: headless Chromium ticks boxes, selects all, scrolls by the wheel and searches; what a press waited for the next picture, and how long
  the page was busy at one go, are the browser's own figures (\`e2e/measures/long-list.ts\`).
- **bare dns.Resolver** is node's, against the same PowerDNS on loopback with its usual caches; records are changed there through its HTTP API, without caches.
- Postern is the bundled server, one process, in production mode, with its log on. Load comes from wrk on the same machine.
- PostgreSQL is durable (fsync and synchronous commit on).`;

export function resultsTable(comparisons: Comparison[], machine: string[], missing: string[]): string {
  const sorted = [...comparisons].sort((a, b) => a.goal - b.goal);
  const lines = [...HEAD, ...sorted.map(rowOf)].join('\n');
  const notMeasured =
    missing.length === 0 ? '' : `\nNot measured in this run:\n\n${missing.map((line) => `- ${line}`).join('\n')}\n`;
  return `# How fast, and beside what

Made by \`npm run bench\`; see the notes below the table.

${machine.map((line) => `- ${line}`).join('\n')}

${lines}
${notMeasured}
![Time for a page of 100 mailboxes by the size of the domain](growth.svg)

${NOTES}
`;
}
