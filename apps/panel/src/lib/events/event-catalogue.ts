type Nothing = Record<never, never>;
type Purchase = { partner: number | null; domain: string | null; plan: string };
type Payment = Purchase & { customer: string | null; accounts: number; cardType: string | null };

/** Every event that the panel reports, and what each says. None names a person. docs/operate.md explains them to operators. Spec 1 §8, §9. */
export type EventCatalogue = {
  app_start: { redirectionSource?: string };
  page_visit: { path: string };
  go_to_login: Nothing;
  screen_trace: { path: string; ms: number };
  login_success: Nothing;
  login_failure: { cause: string };
  ofac_login_denied: { country: string };
  forced_logout: { cause: string; inFrame: boolean };
  failed_init: { cause: string };
  language_file_failure: { locale: string; group: string };
  chunk_load_failure: { cause: string };
  screen_crash: { cause: string };
  domain_switch: { bundleId: string; way?: string; reason?: string };
  welcome_shown: { popup: string };
  mailbox_created: { isAdmin: boolean };
  billing_cycle_updated: { from: string; to: string };
  purchase_started: Purchase;
  payment_initiated: Payment;
  payment_failed: Payment & { cause?: string };
  payment_succeeded: Payment;
};

export type EventName = keyof EventCatalogue;
