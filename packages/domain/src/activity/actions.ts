/** What an action is about, to find it in a list. */
export const ACTIVITY_AREAS = ['mailboxes', 'addresses', 'domain', 'security', 'billing', 'data'] as const;
export type ActivityArea = (typeof ACTIVITY_AREAS)[number];

/**
 * Every action that is recorded for a customer, and what it is about. Null: recorded for the operator only, because the owner reads it
 * elsewhere (sign-ins), or because nobody did anything.
 */
export const ACTIONS = {
  'mailbox.created': 'mailboxes',
  'mailbox.deleted': 'mailboxes',
  'mailbox.taken-back': 'mailboxes',
  'mailbox.suspended': 'mailboxes',
  'mailbox.unsuspended': 'mailboxes',
  'mailbox.made-admin': 'mailboxes',
  'mailbox.demoted': 'mailboxes',
  'mailbox.password-link-sent': 'mailboxes',
  'mailbox.alternate-email-changed': 'mailboxes',
  'mailbox.alternate-email-restored': 'mailboxes',
  'mailbox.exported': 'mailboxes',
  'bulk.started': 'mailboxes',
  'bulk.retried': 'mailboxes',
  'import.scheduled': 'mailboxes',
  'import.owner-asked': 'mailboxes',
  'import.paused': 'mailboxes',
  'import.resumed': 'mailboxes',
  'import.ended': 'mailboxes',
  'import.cancelled': 'mailboxes',
  'import.deleted': 'mailboxes',
  'import.password-erased': 'mailboxes',
  'sending.limit-near': 'mailboxes',
  'sending.limit-reached': 'mailboxes',
  'alias.added': 'addresses',
  'alias.renamed': 'addresses',
  'alias.removed': 'addresses',
  'forwarder.created': 'addresses',
  'forwarder.recipients-added': 'addresses',
  'forwarder.recipients-removed': 'addresses',
  'forwarder.deleted': 'addresses',
  'catch-all.set': 'addresses',
  'catch-all.removed': 'addresses',
  'domain.connected': 'domain',
  'domain.disconnected': 'domain',
  'domain.connect-started': 'domain',
  'domain.change-started': 'domain',
  'domain.changed': 'domain',
  'domain.change-finished': 'domain',
  'domain.mail-changed': null,
  'dns-plan.applied': 'domain',
  'dns-plan.undone': 'domain',
  'dns-record.added': 'domain',
  'dns-record.changed': 'domain',
  'dns-record.deleted': 'domain',
  'dkim-key.generated': 'domain',
  'dkim-key.enabled': 'domain',
  'dkim-key.deleted': 'domain',
  'instruction-link.created': 'domain',
  'instruction-link.revoked': 'domain',
  'spam-filter.set': 'domain',
  'password.changed': 'security',
  'password.reset': 'security',
  'password.confirmed': null,
  'password.confirmation-refused': 'security',
  'second-factor.enabled': 'security',
  'second-factor.disabled': 'security',
  'second-factor.recovery-codes-renewed': 'security',
  'second-factor.asked-of-partner': 'security',
  'second-factor.partner-trusted': 'security',
  'mailbox.second-factor-disabled': 'security',
  'app-password.created': 'security',
  'app-password.deleted': 'security',
  'session.started': null,
  'session.switched': null,
  'session.ended': null,
  'order.purchased': 'billing',
  'order.cancelled': 'billing',
  'purchase.opened': null,
  'purchase.settled': null,
  'purchase.settlement-failed': null,
  'subscription.changed': 'billing',
  'subscription.renewed': 'billing',
  'subscription.renewal_cycle_changed': 'billing',
  'subscription.renewal_date_moved': 'billing',
  'subscription.auto_renew_changed': 'billing',
  'subscription.cancelled': 'billing',
  'subscription.reactivated': 'billing',
  'subscription.stopped': 'billing',
  'invoice.refunded': 'billing',
  'card.added': 'billing',
  'card.removed': 'billing',
  'customer.details-saved': 'data',
  'customer.exported': 'data',
  'customer.erasure-asked': 'data',
  'customer.erasure-cancelled': 'data',
  'customer.erased': 'data',
} as const satisfies Record<string, ActivityArea | null>;

export type RecordedAction = keyof typeof ACTIONS;
/** An action that the owner sees. */
export type ActivityAction = {
  [Action in RecordedAction]: (typeof ACTIONS)[Action] extends null ? never : Action;
}[RecordedAction];

/** The actions that the owner sees: all of them, or those about one area. */
export const actionsAbout = (area: ActivityArea | null): ActivityAction[] =>
  (Object.keys(ACTIONS) as RecordedAction[]).filter((action): action is ActivityAction =>
    area === null ? ACTIONS[action] !== null : ACTIONS[action] === area,
  );
