import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type StatementTotal, statementCsv, totalsOf } from '@postern/domain/partner-statements';
import { parseDecimalMinor, toDecimalString } from '@postern/domain/money';
import {
  type Command,
  CommandError,
  type CommandDeps,
  type Options,
  partnerIdOption,
  textOption,
  UsageError,
} from '../../feature/command.ts';
import { findPartner } from '../partners/public.ts';
import { isIssuedFrom, readDomainNames, readStatement } from './issue-statement.ts';
import { partnerShare } from './tables.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const statementCommands: Record<string, Command> = {
  'partner statement': {
    usage:
      'N --month YYYY-MM [--csv FILE]   show what a partner and we took from its customers in a month, and what the partner owes; once the month is over, the statement is issued and never changes',
    options: ['month', 'csv'],
    positionals: ['partner'],
    paths: ['csv'],
    run: runStatement,
    print: (shown: Awaited<ReturnType<typeof runStatement>>) =>
      [
        `${shown.companyName}, ${shown.month}: ${shown.entries.length} entries, ${shown.issuedAt === null ? 'not final yet' : `issued at ${shown.issuedAt}`}`,
        ...shown.totals.map(
          (total) =>
            `${total.currency}: taken by the partner ${total.collectedByPartner}, by us ${total.collectedByPanel}, net ${total.net}, tax ${total.tax}, share of the partner ${total.partnerShare}; the partner owes ${total.partnerOwes}`,
        ),
        ...(shown.file === null ? [] : [`Written to ${shown.file}.`]),
      ].join('\n'),
  },
  'partner set-share': {
    usage: "--partner N --percent P --from YYYY-MM   set the partner's share of the net price, from a month on",
    options: ['partner', 'percent', 'from'],
    run: async (deps, options) => {
      const partnerId = partnerIdOption(options, 'partner');
      const fromMonth = monthOption(options, 'from');
      const basisPoints = parseDecimalMinor(textOption(options, 'percent'));
      if (basisPoints === null || basisPoints < 0 || basisPoints > 10_000)
        throw new UsageError('--percent must be a number from 0 to 100 with at most two decimals.');
      await assertPartner(deps, partnerId);
      await deps.db.asSystem(async (tx) => {
        if (await isIssuedFrom(tx, partnerId, fromMonth))
          throw new CommandError(
            'STATEMENT_ISSUED',
            'The statement of that month, or of a later one, has been issued.',
          );
        await tx
          .insert(partnerShare)
          .values({ partnerId, fromMonth, basisPoints })
          .onConflictDoUpdate({ target: [partnerShare.partnerId, partnerShare.fromMonth], set: { basisPoints } });
      });
      return { partnerId, percent: toDecimalString(basisPoints), from: fromMonth.slice(0, 7) };
    },
  },
};

async function runStatement(deps: CommandDeps, options: Options) {
  const partnerId = Number(textOption(options, 'partner'));
  if (!Number.isInteger(partnerId)) throw new UsageError('The partner must be given by its number.');
  const { companyName } = await assertPartner(deps, partnerId);
  const statement = await readStatement(deps, partnerId, monthOption(options, 'month'));
  const names = await deps.db.asSystem((tx) => readDomainNames(tx, statement));
  const rows = statement.entries.map((entry) => ({ ...entry, domainName: names.get(entry.bundleId ?? '') ?? null }));
  const file = options['csv'] === undefined ? null : resolve(textOption(options, 'csv'));
  if (file !== null) await writeFile(file, statementCsv(rows), { mode: 0o600 });
  return {
    partnerId,
    companyName,
    month: statement.month.slice(0, 7),
    issuedAt: statement.issuedAt?.toISOString() ?? null,
    sharePercent: toDecimalString(statement.shareBasisPoints),
    totals: totalsOf(statement.entries).map((total) => toTotal(total)),
    entries: rows.map(({ collectedByPartnerMinor, collectedByPanelMinor, netMinor, taxMinor, ...row }) => {
      const { creditUsedMinor, heldForCustomerMinor, partnerShareMinor, ...rest } = row;
      return {
        ...rest,
        ...amountsOf({ collectedByPartnerMinor, collectedByPanelMinor, netMinor, taxMinor }),
        ...amountsOf({ creditUsedMinor, heldForCustomerMinor, partnerShareMinor }),
      };
    }),
    file,
  };
}

const toTotal = ({ currency, ...amounts }: StatementTotal) => ({ currency, ...amountsOf(amounts) });

/** `netMinor: 1234` as `net: "12.34"`. */
const amountsOf = <Amounts extends Record<string, number>>(amounts: Amounts): Written<Amounts> =>
  Object.fromEntries(
    Object.entries(amounts).map(([name, minor]) => [name.slice(0, -'Minor'.length), toDecimalString(minor)]),
  ) as Written<Amounts>;

type Written<Amounts> = { [Name in keyof Amounts as Name extends `${infer Short}Minor` ? Short : never]: string };

async function assertPartner({ db }: CommandDeps, partnerId: number) {
  const found = await findPartner(db.global, partnerId);
  if (found === null) throw new CommandError('PARTNER_NOT_FOUND', `There is no partner ${partnerId}.`);
  return found;
}

function monthOption(options: Options, name: string): string {
  const text = textOption(options, name);
  if (!MONTH.test(text)) throw new UsageError(`--${name} must be a month such as 2026-11.`);
  return `${text}-01`;
}
