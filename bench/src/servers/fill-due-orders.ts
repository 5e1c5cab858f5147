const DAY = `date_trunc('day', now() at time zone 'utc')`;
const ID = `('01900000-0000-7000-a000-' || lpad(to_hex(number), 12, '0'))::uuid`;

/** The id of a customer, as the gateway knows it. */
export const dueCustomerId = (number: number): string =>
  `01900000-0000-7000-a000-${number.toString(16).padStart(12, '0')}`;
export const dueCardId = (number: number): string => `pm_due_${number}`;

/** SQL for customers whose yearly order of one mailbox has ended with the last day, and who have a saved card. */
export const fillDueOrdersSql = (count: number): string[] => {
  const all = `from generate_series(1, ${count}) as number`;
  return [
    `insert into customer (customer_id, partner_id, email, name, password_hash, billing_address, locale, created_at)
      select ${ID}, 54, 'due-' || number || '@shop.example', 'Shop', 'x', '{"email":"shop@shop.example","name":"Shop","companyAddress":"Way 1","city":"Berlin","zipCode":"10115","country":"DE"}', 'en', now() ${all}`,
    `insert into bundle (customer_id, bundle_id, partner_id, domain_name, locale, flags, mailbox_count, created_at)
      select ${ID}, ${ID}, 54, 'due-' || number || '.example', 'en', '[]', 0, now() ${all}`,
    `insert into plan_order (customer_id, bundle_id, order_id, product, plan_id, billing_cycle, currency, price_minor, accounts_purchased,
        status, flags, auto_renew, created_at, expires_at)
      select ${ID}, ${ID}, ${ID}, 'MailSuite', plan_id, 'yearly', 'EUR', 2900, 1, 'active', '[]', true, now() - interval '1 year', ${DAY}
      from plan, generate_series(1, ${count}) as number where plan_id = 55`,
    `insert into order_billing (customer_id, bundle_id, order_id, version, period_from, period_to, anchor_day, first_price_minor, paid, add_ons,
        credit_minor, renewal_date_moved, has_month_offer, due_at, is_reminded, failures, is_hard_decline, deletion_warnings)
      select ${ID}, ${ID}, ${ID}, 1, ${DAY} - interval '1 year', ${DAY}, extract(day from ${DAY}), 2900, '[]', '[]', 0, false, false, ${DAY}, true, 0, false, 0 ${all}`,
    `insert into saved_card (customer_id, payment_method_id, gateway, brand, last_four_digits, exp_month, exp_year, funding, created_at)
      select ${ID}, 'pm_due_' || number, 'stripe', 'visa', '4242', 12, 2099, 'credit', now() - interval '1 year' ${all}`,
  ];
};
