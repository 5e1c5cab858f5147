import type { Feature } from '../../feature/feature.ts';
import { cleanUpMessages } from './clean-up-messages.ts';
import { collectEvents } from './collect-events.ts';
import { webhookCommands } from './commands.ts';
import { sendMessages } from './send-messages.ts';

export const webhooks: Feature = {
  commands: webhookCommands,
  sweeps: [
    {
      name: 'webhooks',
      everyMillis: 2_000,
      run: async (services, stopping) => {
        await collectEvents(services);
        await sendMessages(services, stopping);
      },
    },
  ],
  cleanUps: [cleanUpMessages],
};
