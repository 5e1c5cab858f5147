import { type Command, type Options, partnerIdOption, textOption } from '../../feature/command.ts';
import {
  addEndpoint,
  enableEndpoint,
  forgetMessages,
  listEndpoints,
  listMessages,
  removeEndpoint,
  resendMessages,
  rotateSecret,
  sendTest,
} from './endpoints.ts';

const endpointOf = (options: Options): string => textOption(options, 'endpoint');
const SHOWN_ONCE = '(shown only now)';

export const webhookCommands: Record<string, Command> = {
  'webhook add': {
    usage:
      '--url URL [--partner N] [--events TYPE,TYPE]   send events to an address: those of a partner’s customers, or without a partner those of all',
    options: ['url', 'partner', 'events'],
    run: (deps, options) =>
      addEndpoint(deps, {
        url: textOption(options, 'url'),
        partnerId: options['partner'] === undefined ? null : partnerIdOption(options, 'partner'),
        eventTypes: options['events'] === undefined ? null : textOption(options, 'events').split(','),
      }),
    print: ({ endpointId, secret }: { endpointId: string; secret: string }) =>
      `Events are sent from now on.\nEndpoint: ${endpointId}\nSecret:   ${secret}   ${SHOWN_ONCE}`,
  },
  'webhook list': {
    usage: 'list the addresses that events are sent to, and their state',
    options: [],
    run: async (deps) => ({
      endpoints: (await listEndpoints(deps)).map(
        ({
          endpointId,
          partnerId,
          url,
          eventTypes,
          createdAt,
          failingSince,
          disabledAt,
          disabledReason,
          ...counts
        }) => ({
          ...{ endpointId, partnerId, url, eventTypes, createdAt, failingSince, disabledAt, disabledReason },
          ...{ waiting: counts.waiting, givenUp: counts.givenUp },
        }),
      ),
    }),
  },
  'webhook messages': {
    usage:
      '--endpoint ID [--given-up]   list the newest messages of an endpoint, or only those given up, with its answers',
    options: ['endpoint'],
    flags: ['given-up'],
    run: async ({ db }, options) => ({
      messages: (await listMessages(db, endpointOf(options), options['given-up'] === true)).map(
        ({ messageId, type, createdAt, tries, lastResult, deliveredAt, nextTryAt }) => ({
          ...{ messageId, type, createdAt, tries, lastResult, deliveredAt, nextTryAt },
        }),
      ),
    }),
  },
  'webhook test': {
    usage: '--endpoint ID   send a test event; "webhook messages" shows the answer',
    options: ['endpoint'],
    run: async (deps, options) => ({ messageId: await sendTest(deps, endpointOf(options)) }),
  },
  'webhook resend': {
    usage: '--endpoint ID [--message ID]   send a message again, or all that were given up',
    options: ['endpoint', 'message'],
    run: async (deps, options) => {
      const messageId = options['message'] === undefined ? null : textOption(options, 'message');
      return { resent: await resendMessages(deps, endpointOf(options), messageId) };
    },
  },
  'webhook forget': {
    usage: '--endpoint ID   delete the given-up messages of an endpoint',
    options: ['endpoint'],
    run: async (deps, options) => ({ forgotten: await forgetMessages(deps, endpointOf(options)) }),
  },
  'webhook new-secret': {
    usage: '--endpoint ID   sign with a new secret; for a day the former one signs too',
    options: ['endpoint'],
    run: async (deps, options) => ({ secret: await rotateSecret(deps, endpointOf(options)) }),
    print: ({ secret }: { secret: string }) => `Secret: ${secret}   ${SHOWN_ONCE}`,
  },
  'webhook enable': {
    usage: '--endpoint ID   send again to an address that was given up, beginning with what it missed',
    options: ['endpoint'],
    run: async (deps, options) => {
      await enableEndpoint(deps, endpointOf(options));
      return { enabled: endpointOf(options) };
    },
  },
  'webhook remove': {
    usage: '--endpoint ID   stop sending events to an address',
    options: ['endpoint'],
    run: async (deps, options) => {
      await removeEndpoint(deps, endpointOf(options));
      return { removed: endpointOf(options) };
    },
  },
};
