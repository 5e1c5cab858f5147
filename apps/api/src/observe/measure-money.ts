import { Gauge, type Registry } from 'prom-client';

/** What needs the operator's attention around payments, for the metrics. */
export type MoneyState = {
  events: { waiting: number; givenUp: number };
  /** Refunds that failed and weren't given back another way. */
  refundsOwed: number;
  disputes: { unanswered: number; undecided: number };
  /** The last nightly comparison; null: there was none yet. */
  reconciled: { finishedMillis: number; differences: number } | null;
};

/** Metrics of the gateway's webhooks that failed, of disputes and failed refunds, and of the nightly comparison of books and gateway. */
export function measureMoney(registry: Registry): { onMoney: (state: MoneyState) => void } {
  const gauge = (name: string, help: string, label: string) =>
    new Gauge({ name, help, labelNames: [label], registers: [registry] });
  const events = gauge(
    'postern_gateway_events',
    'Failed webhooks of the gateway that will be tried again (waiting) or not (given_up).',
    'state',
  );
  const disputes = gauge(
    'postern_disputes',
    'Disputes that wait for your answer (unanswered), or for the bank (undecided).',
    'state',
  );
  const refunds = gauge('postern_refunds', 'Refunds that failed and are still owed (owed).', 'state');
  const differences = gauge(
    'postern_reconcile_differences',
    'What books, payments, invoices and gateway said differently in the last nightly comparison.',
    'run',
  );
  const finished = gauge('postern_reconcile_timestamp_seconds', 'When the last nightly comparison ended.', 'run');
  return {
    onMoney: (state) => {
      events.set({ state: 'waiting' }, state.events.waiting);
      events.set({ state: 'given_up' }, state.events.givenUp);
      disputes.set({ state: 'unanswered' }, state.disputes.unanswered);
      disputes.set({ state: 'undecided' }, state.disputes.undecided);
      refunds.set({ state: 'owed' }, state.refundsOwed);
      if (state.reconciled === null) return;
      differences.set({ run: 'nightly' }, state.reconciled.differences);
      finished.set({ run: 'nightly' }, state.reconciled.finishedMillis / 1000);
    },
  };
}
