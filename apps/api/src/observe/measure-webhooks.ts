import { Gauge, type Registry } from 'prom-client';

/** The owner of the address. */
type Receiver = 'partner' | 'operator';

/** The state of one address for events, for the metrics. */
export type WebhookState = {
  receiver: Receiver;
  isDisabled: boolean;
  failingMillis: number | null;
  lateMillis: number | null;
  waiting: number;
  givenUp: number;
};

const RECEIVERS: readonly Receiver[] = ['partner', 'operator'];

/** Metrics of webhooks: the addresses, and the events that wait for them. An address has no label, so that no partner is named. */
export function measureWebhooks(registry: Registry): { onWebhooks: (states: readonly WebhookState[]) => void } {
  const gauge = (name: string, help: string, ...labels: string[]) =>
    new Gauge({ name, help, labelNames: ['receiver', ...labels], registers: [registry] });
  const endpoints = gauge(
    'postern_webhook_endpoints',
    'Addresses that events are sent to, by state (working, failing, disabled).',
    'state',
  );
  const messages = gauge(
    'postern_webhook_messages',
    'Events that are not delivered yet (waiting), or that are no longer tried (given_up).',
    'state',
  );
  const failing = gauge(
    'postern_webhook_failing_seconds',
    'How long the longest-failing address has answered only with errors.',
  );
  const late = gauge('postern_webhook_late_seconds', 'How long the most overdue event has waited to be sent.');
  return {
    onWebhooks: (states) => {
      for (const receiver of RECEIVERS) {
        const own = states.filter((state) => state.receiver === receiver);
        const live = own.filter(({ isDisabled }) => !isDisabled);
        const failed = live.filter(({ failingMillis }) => failingMillis !== null);
        endpoints.set({ receiver, state: 'working' }, live.length - failed.length);
        endpoints.set({ receiver, state: 'failing' }, failed.length);
        endpoints.set({ receiver, state: 'disabled' }, own.length - live.length);
        messages.set(
          { receiver, state: 'waiting' },
          own.reduce((sum, { waiting }) => sum + waiting, 0),
        );
        messages.set(
          { receiver, state: 'given_up' },
          own.reduce((sum, { givenUp }) => sum + givenUp, 0),
        );
        failing.set({ receiver }, longest(live.map(({ failingMillis }) => failingMillis)));
        late.set({ receiver }, longest(live.map(({ lateMillis }) => lateMillis)));
      }
    },
  };
}

const longest = (millis: readonly (number | null)[]): number => Math.max(0, ...millis.map((each) => each ?? 0)) / 1000;
