import { type Command, CommandError, textOption, UsageError } from '../../feature/command.ts';
import type { Services } from '../../feature/services.ts';
import { type FailedEvent, findFailedEvent, forgetFailedEvent, listFailedEvents } from './failed-events.ts';
import { hear } from './hear.ts';

const toShown = ({ eventId, event, tries, lastError, firstFailedAt, lastFailedAt, nextTryAt }: FailedEvent) => ({
  ...{ eventId, type: event.type, intentId: event.intentId, disputeId: event.disputeId ?? null },
  ...{ tries, lastError, firstFailedAt, lastFailedAt, nextTryAt },
});

export const paymentCommands: Record<string, Command> = {
  'billing dead-letters': {
    usage: '[--all]   list the failed webhooks of the gateway that are no longer tried, or all failed ones',
    options: [],
    flags: ['all'],
    run: async ({ db }, options) => ({
      events: (await listFailedEvents(db, { isAll: options['all'] === true })).map(toShown),
    }),
  },
  'billing retry': {
    usage: '--event ID | --all   handle a failed webhook, or all that are no longer tried; doing it again does no harm',
    options: ['event'],
    flags: ['all'],
    run: async ({ db, services }, options) => {
      if (services === null)
        throw new CommandError('NO_SERVER', 'The gateway is asked through the server: start it first.');
      const isAll = options['all'] === true;
      if (isAll === (options['event'] !== undefined)) throw new UsageError('Give one of --event and --all.');
      if (isAll) {
        const results: { eventId: string; error: string | null }[] = [];
        for (const one of await listFailedEvents(db, { isAll: false })) results.push(await retry(services, one));
        return { handled: results.filter(({ error }) => error === null).length, failed: results.filter(isFailed) };
      }
      const eventId = textOption(options, 'event');
      const found = await findFailedEvent(db, eventId);
      // Handled meanwhile, or never failed: there is nothing to do.
      if (found === null) return { handled: 0, failed: [] };
      const result = await retry(services, found);
      return { handled: isFailed(result) ? 0 : 1, failed: isFailed(result) ? [result] : [] };
    },
  },
  'billing forget': {
    usage: '--event ID   take a failed webhook off the list, unhandled',
    options: ['event'],
    run: async ({ db }, options) => ({ forgotten: await forgetFailedEvent(db, textOption(options, 'event')) }),
  },
};

const isFailed = ({ error }: { error: string | null }): boolean => error !== null;

async function retry(services: Services, { eventId, event }: FailedEvent) {
  try {
    await hear(services, event, { isRetry: true });
    return { eventId, error: null };
  } catch {
    return { eventId, error: (await findFailedEvent(services.db, eventId))?.lastError ?? 'unknown' };
  }
}
