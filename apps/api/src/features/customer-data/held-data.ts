/** What a table of customers' rows holds, and what happens to it. */
export type HeldData = {
  table: string;
  /** The file of the export; null: not exported, because it repeats others or lives for an hour. */
  file: string | null;
  /** What a row is, for the person who reads the export. */
  about: string;
  /** Columns that never leave the database: secrets, their hashes, and what is computed from other columns. */
  without?: readonly string[];
  /** Why rows stay after an erasure. */
  kept?: string;
};

/** Every table with a customer's rows. A test compares it with the database, so that a new table can't be forgotten. */
export const HELD_DATA: readonly HeldData[] = [
  { table: 'customer', file: 'account', about: 'the account and its billing address', without: ['password_hash'] },
  { table: 'bundle', file: 'domains', about: 'the domains with their settings' },
  { table: 'domain_release', file: 'released-domains', about: 'domains that ended, and when their names became free' },
  { table: 'plan_order', file: 'orders', about: 'the orders', kept: 'bookkeeping; they name nobody' },
  {
    table: 'order_billing',
    file: 'order-terms',
    about: 'what was charged for the present period, and what is due next',
  },
  { table: 'quote', file: 'quotes', about: 'what changes of orders cost', kept: 'bookkeeping; they name nobody' },
  {
    table: 'billing_payment',
    file: 'order-payments',
    about: 'payments of changes and renewals',
    kept: 'bookkeeping; they name nobody',
    without: ['sealed_client_secret'],
  },
  {
    table: 'partner_payment',
    file: 'payments-at-your-provider',
    about: 'payments of changes and renewals on the page of your provider',
    kept: 'bookkeeping; they name nobody',
  },
  { table: 'book_posting', file: 'books', about: 'the entries in the books', kept: 'bookkeeping; they name nobody' },
  {
    table: 'invoice',
    file: 'invoices',
    about: 'invoices and credit notes',
    kept: "bookkeeping: as they were issued, with the buyer's name and address",
  },
  {
    table: 'dispute',
    file: 'disputes',
    about: 'payments that a bank has taken back',
    kept: 'bookkeeping; they name nobody',
  },
  {
    table: 'failed_refund',
    file: 'failed-refunds',
    about: 'refunds that never arrived, and how the money was given back after all',
    kept: 'bookkeeping; they name nobody',
  },
  {
    table: 'vat_check',
    file: 'vat-checks',
    about: 'what a register answered about VAT numbers',
    kept: 'bookkeeping: the evidence for invoices without tax',
  },
  {
    table: 'tax_evidence',
    file: 'tax-evidence',
    about: 'in which country your address, your card and your provider say that you are',
    kept: 'bookkeeping: the evidence for the country of the tax; it names nobody',
  },
  { table: 'order_add_on', file: 'add-ons', about: 'the add-ons of mailboxes' },
  {
    table: 'purchase',
    file: 'purchases',
    about: 'the purchases that led to orders',
    kept: 'bookkeeping: those that were paid, with the billing address',
    without: ['sealed_client_secret'],
  },
  {
    table: 'ledger_entry',
    file: 'payments',
    about: 'charges, settlements and refunds',
    kept: 'bookkeeping; they name nobody',
  },
  { table: 'saved_card', file: 'cards', about: 'what is known of saved cards; the numbers are at the gateway' },
  {
    table: 'mailbox',
    file: 'mailboxes',
    about: 'the mailboxes with their settings',
    without: ['password_hash', 'search_text', 'search_words', 'search_folded', 'search_pairs', 'name_key'],
  },
  { table: 'mailbox_figures', file: 'storage-and-sign-ins', about: 'how much mailboxes hold, and their last sign-in' },
  { table: 'mailbox_place', file: null, about: 'on which mail server mailboxes are' },
  { table: 'mailbox_suspension', file: 'suspensions', about: 'why mailboxes are suspended' },
  {
    table: 'former_address',
    file: 'former-alternate-emails',
    about: 'alternate emails that were replaced in the last days',
    without: ['token_hash'],
  },
  { table: 'mail_alias', file: 'aliases', about: 'the aliases of mailboxes' },
  { table: 'forwarder', file: 'forwarders', about: 'the forwarders' },
  { table: 'forwarder_recipient', file: 'forwarder-recipients', about: 'the mailboxes that forwarders deliver to' },
  { table: 'name_registry', file: null, about: 'the names of domains, mailboxes, aliases and forwarders once more' },
  {
    table: 'app_password',
    file: 'app-passwords',
    about: 'passwords for mail apps, without the passwords',
    without: ['secret_hash'],
  },
  {
    table: 'second_factor',
    file: 'second-factors',
    about: 'which logins have two-factor sign-in',
    without: ['sealed_secret', 'last_step', 'recovery_hashes'],
  },
  { table: 'session', file: 'sessions', about: 'who is signed in', without: ['token_hash'] },
  { table: 'sign_in_record', file: 'sign-ins', about: 'sign-ins and wrong guesses' },
  { table: 'known_browser', file: 'known-browsers', about: 'browsers that signed in before', without: ['mark_hash'] },
  { table: 'known_place', file: 'known-networks', about: 'network addresses that signed in before' },
  { table: 'login_token', file: 'emailed-links', about: 'emailed links for passwords', without: ['token_hash'] },
  {
    table: 'entry_token',
    file: 'partner-links',
    about: 'links between a partner and the panel',
    without: ['token_hash'],
  },
  {
    table: 'webhook_message',
    file: 'events-for-others',
    about: 'events that were sent to your provider or the operator',
  },
  { table: 'sending_count', file: 'sending-counts', about: 'how many recipients mailboxes wrote to' },
  { table: 'first_step', file: 'first-steps', about: 'when the first steps were taken' },
  { table: 'bulk_job', file: 'bulk-jobs', about: 'changes of many mailboxes' },
  { table: 'bulk_row', file: 'bulk-rows', about: 'the lines of these changes', without: ['sealed_password'] },
  {
    table: 'mail_import',
    file: 'mail-imports',
    about: 'mailboxes copied from other servers',
    without: ['sealed_password', 'link_hash'],
  },
  { table: 'mail_import_folder', file: 'mail-import-folders', about: 'what became of their folders' },
  { table: 'mail_import_issue', file: 'mail-import-issues', about: 'messages of them that were not copied' },
  { table: 'mail_import_seen', file: 'mail-import-recipients', about: 'recipients at the domain in their messages' },
  { table: 'mail_import_sign_in', file: null, about: 'sign-ins at providers that nobody has used yet' },
  { table: 'mail_import_revocation', file: null, about: 'accesses to old mailboxes that are being ended' },
  { table: 'mail_import_batch', file: null, about: 'digests of messages that were copied' },
  {
    table: 'domain_connection',
    file: 'domain-checks',
    about: 'what the last check of a domain found',
    without: ['ownership_token'],
  },
  {
    table: 'domain_mail',
    file: 'domain-mail',
    about: 'whether a domain may send and receive here',
    kept: 'the next owner of the name must not inherit what its former MX records prove (ADR 24)',
    without: ['ownership_token'],
  },
  { table: 'domain_change', file: 'domain-changes', about: 'moves from one domain to another' },
  { table: 'dns_zone', file: 'dns-records', about: 'the DNS records that we publish' },
  { table: 'zone_plan', file: 'dns-plans', about: 'proposed and applied changes of these records' },
  {
    table: 'dkim_key',
    file: 'signing-keys',
    about: 'keys that sign mail, their public halves',
    without: ['sealed_private_key', 'sealed_ed25519_seed'],
  },
  {
    table: 'instruction_link',
    file: 'instruction-links',
    about: 'links that show what a domain needs',
    without: ['token_hash'],
  },
  {
    table: 'support_visit',
    file: 'support-visits',
    about: 'support visits to your domains',
    without: ['staff_session_hash'],
  },
  { table: 'visit_consent', file: 'support-consent', about: 'whether support must ask before a visit' },
  { table: 'live_event', file: null, about: 'news for open panels of the last hour' },
  { table: 'audit_origin', file: 'audit-origins', about: 'from where these changes were made' },
  { table: 'audit', file: 'audit', about: 'who changed what, and when', kept: 'one row, about the erasure' },
  {
    table: 'customer_erasure',
    file: 'erasures',
    about: 'an erasure that was asked for',
    without: ['cancel_token_hash'],
    kept: 'when it was asked for and done; it names nobody afterwards',
  },
];
