import { toDecimalString } from '@postern/domain/money';
import type { Command } from '../../feature/command.ts';
import { listOpenDisputes } from './dispute-repository.ts';

export const disputeCommands: Record<string, Command> = {
  'billing disputes': {
    usage: 'list the payments that payers’ banks take back, the first to answer first',
    options: [],
    run: async ({ db }) => ({
      disputes: (await db.asSystem((tx) => listOpenDisputes(tx))).map(
        ({ disputeId, status, reason, amountMinor, currency, respondBy, openedAt, customerId, orderId, intentId }) => ({
          ...{ disputeId, status, reason, amount: toDecimalString(amountMinor), currency },
          ...{ respondBy, openedAt, customerId, orderId, intentId },
        }),
      ),
    }),
  },
};
