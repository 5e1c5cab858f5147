import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isPlainDate, type PlainDate } from '@postern/domain/dates';
import { evidenceCsv, type EvidenceRow } from '@postern/domain/tax-evidence';
import { type Command, type Options, textOption, UsageError } from '../../feature/command.ts';
import { readEvidence } from './read-evidence.ts';

/** How many contradictions the answer lists. All of them are in the file. */
const MOST_LISTED = 100;

export const taxEvidenceCommands: Record<string, Command> = {
  'billing tax-evidence': {
    usage:
      '--from YYYY-MM-DD --to YYYY-MM-DD [--csv FILE]   say for each invoice of these days what shows where its buyer is, and what contradicts that',
    options: ['from', 'to', 'csv'],
    paths: ['csv'],
    run: async ({ db }, options) => {
      const days = { from: dayOption(options, 'from'), to: dayOption(options, 'to') };
      if (days.from > days.to) throw new UsageError('--from must not be after --to.');
      const file = options['csv'] === undefined ? null : resolve(textOption(options, 'csv'));
      const handle = file === null ? null : await open(file, 'w', 0o600);
      const counts = { enough: 0, single: 0, contradicting: 0, notKept: 0 };
      const contradictions: ReturnType<typeof contradictionOf>[] = [];
      try {
        await handle?.write(evidenceCsv('heading'));
        for await (const rows of readEvidence(db, days)) {
          await handle?.write(evidenceCsv(rows));
          for (const row of rows) {
            counts[row.judged?.verdict ?? 'notKept'] += 1;
            const isNamed = (row.judged?.contradicting.length ?? 0) > 0;
            if (isNamed && contradictions.length < MOST_LISTED) contradictions.push(contradictionOf(row));
          }
        }
      } finally {
        await handle?.close();
      }
      return { ...counts, contradictions, file };
    },
  },
};

const contradictionOf = ({ number, taxedCountry, judged }: EvidenceRow) => ({
  ...{ number, taxedCountry, evidence: judged?.verdict },
  but: (judged?.contradicting ?? []).map(({ piece, country }) => `${piece} ${country}`),
});

function dayOption(options: Options, name: string): PlainDate {
  const text = textOption(options, name);
  if (!isPlainDate(text)) throw new UsageError(`--${name} must be a date such as 2026-01-31.`);
  return text;
}
