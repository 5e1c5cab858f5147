import { PASSWORD } from './fill-postern.ts';

/** Each bundle may ask for 300 quotes in a quarter of an hour, so a load needs several. */
export const HISTORIES = 100;
/** How often each has bought a mailbox more in the present period. */
const PURCHASES = 60;
const EARLIER_QUOTES = 200;

export const historyOwner = (number: number): string => `history-${number}@shop.example`;
export const HISTORY_PASSWORD = PASSWORD;

const DAY = `date_trunc('day', now() at time zone 'utc')`;
const ID = `('01900000-0000-7000-b000-' || lpad(to_hex(number), 12, '0'))::uuid`;
const FROM = `(${DAY} - interval '100 days')`;
const TO = `(${FROM} + interval '1 year')`;
const all = `from generate_series(1, ${HISTORIES}) as number`;

/** The lines that were paid: one for each purchase, each a day later than the one before, from its day to the period's end. */
const PAID = `(select jsonb_agg(jsonb_build_object(
    'from', to_char(${FROM} + bought * interval '1 day', 'YYYY-MM-DD'), 'to', to_char(${TO}, 'YYYY-MM-DD'),
    'subject', jsonb_build_object('kind', 'accounts'), 'amountMinor', 2900 - bought * 7,
    'taxes', jsonb_build_array(jsonb_build_object('name', 'VAT', 'rateBasisPoints', 1900)),
    'funds', jsonb_build_array(jsonb_build_object('payment', 'payment-' || bought, 'sale', 'sale-' || bought, 'amountMinor', 2900 - bought * 7))
  ) order by bought) from generate_series(0, ${PURCHASES - 1}) as bought)`;

/** SQL for customers with a yearly order that grew by a mailbox on sixty days, and for the quotes that were asked for meanwhile. */
export const fillHistoriesSql = (passwordHash: string): string[] => [
  `insert into customer (customer_id, partner_id, email, name, password_hash, billing_address, locale, created_at)
    select ${ID}, 54, 'history-' || number || '@shop.example', 'Shop', '${passwordHash}', '{"email":"shop@shop.example","name":"Shop","companyAddress":"Way 1","city":"Berlin","zipCode":"10115","country":"DE"}', 'en', now() ${all}`,
  `insert into bundle (customer_id, bundle_id, partner_id, domain_name, locale, flags, mailbox_count, created_at)
    select ${ID}, ${ID}, 54, 'history-' || number || '.example', 'en', '[]', 0, now() ${all}`,
  `insert into name_registry (name, kind, customer_id, bundle_id, target_id)
    select 'history-' || number || '.example', 'domain', ${ID}, ${ID}, ${ID} ${all}`,
  `insert into plan_order (customer_id, bundle_id, order_id, product, plan_id, billing_cycle, currency, price_minor, accounts_purchased,
      status, flags, auto_renew, created_at, expires_at)
    select ${ID}, ${ID}, ${ID}, 'MailSuite', plan_id, 'yearly', 'EUR', 2900, ${PURCHASES}, 'active', '[]', true, ${FROM}, ${TO}
    from plan, generate_series(1, ${HISTORIES}) as number where plan_id = 55`,
  `insert into order_billing (customer_id, bundle_id, order_id, version, period_from, period_to, anchor_day, first_price_minor, paid, add_ons,
      credit_minor, renewal_date_moved, has_month_offer, due_at, is_reminded, failures, is_hard_decline, deletion_warnings)
    select ${ID}, ${ID}, ${ID}, ${PURCHASES}, ${FROM}, ${TO}, extract(day from ${FROM}), 2900, ${PAID}, '[]', 0, false, false, ${TO}, false, 0, false, 0 ${all}`,
  `insert into quote (customer_id, bundle_id, quote_id, order_id, order_version, items, month_extension, change, sum, credit_minor, currency,
      valid_until, created_at)
    select ${ID}, ${ID}, gen_random_uuid(), ${ID}, asked, '[]', 0, '{}', '{}', 0, 'EUR', now(), now() - asked * interval '1 hour'
    ${all}, generate_series(1, ${EARLIER_QUOTES}) as asked`,
];
