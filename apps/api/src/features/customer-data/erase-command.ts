import { ERASURE_DAYS } from '@postern/domain/customer-data';
import { type CommandDeps, CommandError, type Options, UsageError } from '../../feature/command.ts';
import { lockOpenErasure } from './erasure-repository.ts';
import { findCustomer, reasonOption } from './find-customer.ts';
import { HELD_DATA } from './held-data.ts';
import { countHeldRows } from './held-data-repository.ts';
import { requestErasure, withdrawErasure } from './request-erasure.ts';

const LONGEST_DAYS = 90;

export type PlannedErasure = {
  customerId: string;
  email: string;
  rows: Record<string, number>;
  /** What stays, and why. */
  kept: Record<string, string>;
  /** Null: nothing was planned. */
  dueAt: string | null;
};

/** Plans the erasure of a customer, if the operator gives a reason. Otherwise it only says what would go. Throws UsageError, CommandError. */
export async function eraseCustomer(deps: CommandDeps, options: Options): Promise<PlannedErasure> {
  const reason = reasonOption(options);
  const days = daysOption(options);
  const customer = await findCustomer(deps.db, options);
  const { customerId, email } = customer;
  const planned = await deps.db.asSystem(async (tx) => {
    const rows = await countHeldRows(tx, customerId);
    const erasure =
      reason === null
        ? null
        : await requestErasure(tx, deps, { customer, askedBy: 'operator', actor: 'cli', reason, days });
    return { rows, dueAt: erasure?.dueAt.toISOString() ?? null };
  });
  return { customerId, email, ...planned, kept: KEPT };
}

/** Takes an erasure back that waits. Throws UsageError, CommandError. */
export async function cancelErasureByOperator(
  { db, clock }: CommandDeps,
  options: Options,
): Promise<{ customerId: string; email: string }> {
  const reason = reasonOption(options);
  if (reason === null) throw new UsageError('--reason is missing.');
  const { customerId, email } = await findCustomer(db, options);
  await db.asSystem(async (tx) => {
    const found = await lockOpenErasure(tx, customerId);
    if (found?.state !== 'waiting')
      throw new CommandError('NOT_FOUND', 'No erasure of this customer waits. One that runs cannot be cancelled.');
    await withdrawErasure(tx, clock, found, { actor: 'cli', reason });
  });
  return { customerId, email };
}

const KEPT = Object.fromEntries(HELD_DATA.flatMap(({ file, kept }) => (file && kept ? [[file, kept] as const] : [])));

function daysOption({ days }: Options): number {
  const number = days === undefined ? ERASURE_DAYS : Number(days);
  if (days === '' || !Number.isInteger(number) || number < 0 || number > LONGEST_DAYS)
    throw new UsageError(`--days must be a whole number from 0 to ${LONGEST_DAYS}.`);
  return number;
}
