import { isEmailAddress, normaliseEmailAddress, parseDomainName } from '@postern/domain/addresses';
import type { Database } from '../../db/client.ts';
import { CommandError, type Options, UsageError } from '../../feature/command.ts';
import { findCustomers, type FoundCustomer } from './held-data-repository.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The one customer that a command's options name. Throws UsageError, CommandError. */
export async function findCustomer(db: Database, options: Options): Promise<FoundCustomer> {
  const rows = await db.asSystem((tx) => findCustomers(tx, readWish(options)));
  const [row] = rows;
  if (row === undefined) throw new CommandError('NOT_FOUND', 'There is no such customer.');
  if (rows.length === 1) return row;
  const ids = rows.map(({ customerId }) => customerId).join(', ');
  throw new CommandError('AMBIGUOUS_CUSTOMER', `Several customers fit. Name one with --customer: ${ids}`);
}

function readWish({ customer, email, domain }: Options) {
  const wish: { customerId?: string; email?: string; domain?: string } = {};
  if (typeof customer === 'string') {
    if (!UUID.test(customer)) throw new UsageError('--customer must be the id of a customer.');
    wish.customerId = customer;
  }
  if (typeof email === 'string') {
    wish.email = normaliseEmailAddress(email);
    if (!isEmailAddress(wish.email)) throw new UsageError('--email must be an email address.');
  }
  if (typeof domain === 'string') {
    const parsed = parseDomainName(domain);
    if (!parsed.ok) throw new UsageError(`--domain must be a domain name (${parsed.code}).`);
    wish.domain = parsed.value;
  }
  if (Object.keys(wish).length === 0)
    throw new UsageError('Name the customer: --customer ID, --email E or --domain D.');
  return wish;
}

/** Why a command does what it does to a customer's data; null: it only says what it would do. */
export function reasonOption({ reason }: Options): string | null {
  if (reason === undefined) return null;
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > 500)
    throw new UsageError('--reason must be a text of up to 500 characters, such as "request of 3 May".');
  return reason.trim();
}
