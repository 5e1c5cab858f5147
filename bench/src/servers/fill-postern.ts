import { domainOf, peopleSql, type Size } from './people.ts';

export const PASSWORD = 'bench-Password-1!';
export const ownerOf = (size: Size): string => `owner@customer-${size}.example`;

/** The tenant of a domain. Both ids are the same, as every customer has one domain. */
export const tenantOf = (size: Size): string => `01900000-0000-7000-9000-${String(size).padStart(12, '0')}`;
const mailboxIdSql = (size: Size) =>
  `('01900000-0000-7000-8${String(size).length}00-' || lpad(to_hex(number), 12, '0'))::uuid`;

/** SQL that inserts a customer with a filled domain into Postern's tables. The plan allows more mailboxes. */
export function fillPosternSql(size: Size, passwordHash: string): string[] {
  const id = `'${tenantOf(size)}'::uuid`;
  const domain = domainOf(size);
  const address = `local_part || '@${domain}'`;
  const people = `(${peopleSql(size)}) as people`;
  return [
    `insert into customer (customer_id, partner_id, email, name, password_hash, billing_address, locale, created_at)
      values (${id}, 54, '${ownerOf(size)}', 'Owner', '${passwordHash}', '{}', 'en', now())`,
    `insert into bundle (customer_id, bundle_id, partner_id, domain_name, locale, flags, mailbox_count, created_at)
      values (${id}, ${id}, 54, '${domain}', 'en', '[]', ${size}, now())`,
    `insert into plan_order (customer_id, bundle_id, order_id, product, plan_id, billing_cycle, currency, price_minor, accounts_purchased,
        status, flags, auto_renew, created_at, expires_at)
      select ${id}, ${id}, ${id}, 'MailSuite', plan_id, 'yearly', 'EUR', 1200, ${size * 10}, 'active', '[]', true, now(), now() + interval '1 year'
      from plan where product = 'MailSuite' and type = 'pro' and not is_trial and retired_at is null limit 1`,
    `insert into name_registry (name, kind, customer_id, bundle_id, target_id) values ('${domain}', 'domain', ${id}, ${id}, ${id})`,
    `insert into name_registry (name, kind, customer_id, bundle_id, target_id)
      select ${address}, 'mailbox', ${id}, ${id}, ${mailboxIdSql(size)} from ${people}`,
    `insert into mailbox (customer_id, bundle_id, mailbox_id, address, display_name, is_admin, state, suspended, password_hash, quota_mb, flags, created_at, search_text)
      select ${id}, ${id}, ${mailboxIdSql(size)}, ${address}, name, number = 1, 'ready', false, '${passwordHash}', 10240, '[]',
        now() - number * interval '1 minute', ${address} || E'\\n' || lower(name)
      from ${people}`,
    `insert into mail_usage (address, bytes, messages) select ${address}, number * 7919 % 4000000000, number % 9000 from ${people}`,
  ];
}
