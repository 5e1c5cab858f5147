import { Gauge, type Registry } from 'prom-client';

/** Whose address it is. */
type Receiver = 'partner' | 'operator';

/** How an address for events does, as far as the metrics tell it. */
export type WebhookState = {
  receiver: Receiver;
  isDisabled: boolean;
  failingMillis: number | null;
  lateMillis: number | null;
  waiting: number;
  givenUp: number;
};

const RECEIVERS: readonly Receiver[] = ['partner', 'operator'];

/** Events by webhook: their addresses, and what waits for them. An address has no label, so that no partner is named. */
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
    'Events that are not delivered: they will be tried (waiting), or no longer (given_up).',
    'state',
  );
  const failing = gauge(
    'postern_webhook_failing_seconds',
    'How long the address that has failed longest has answered nothing but errors.',
  );
  const late = gauge('postern_webhook_late_seconds', 'How long the event that has been due longest waits to be sent.');
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
