import type { Forwarder } from '@postern/contract/forwarders';
import type { Handlers } from '../../../testing/operations.ts';
import { type PanelOptions, renderPanel } from '../../../testing/render-panel.tsx';
import { aLogin } from '../../../testing/samples.ts';
import { servingChoices } from '../../../testing/serving-choices.ts';

export const PHONE = [390, 844] as const;

let made = 0;

/** A forwarder of bluebottle.coffee; the names are given without the domain. */
export const aForwarder = (name: string, recipients: string[]): Forwarder => {
  made += 1;
  return {
    forwarderId: `00000000-0000-4000-a000-${String(made).padStart(12, '0')}`,
    email: `${name}@bluebottle.coffee`,
    recipients: recipients.map((each) => `${each}@bluebottle.coffee`),
  };
};

/** A server that keeps its forwarders in a list. */
function servingForwarders(all: Forwarder[]): Handlers {
  const find = (email: string): Forwarder => {
    const found = all.find((each) => each.email === email);
    if (!found) throw new Error(`no forwarder ${email}`);
    return found;
  };
  return {
    listForwarders: () => ({ forwarders: [...all].sort((a, b) => (a.email < b.email ? -1 : 1)) }),
    createForwarder: ({ email, recipients }) => {
      const forwarder = { ...aForwarder('', []), email, recipients };
      all.push(forwarder);
      return { forwarder };
    },
    deleteForwarder: ({ email }) => {
      all.splice(all.indexOf(find(email)), 1);
      return {};
    },
    addForwarderRecipients: ({ email, recipients }) => {
      const forwarder = find(email);
      forwarder.recipients = [...new Set([...forwarder.recipients, ...recipients])];
      return { forwarder };
    },
    removeForwarderRecipients: ({ email, recipients }) => {
      const forwarder = find(email);
      forwarder.recipients = forwarder.recipients.filter((each) => !recipients.includes(each));
      return { forwarder };
    },
  };
}

type Options = PanelOptions & { forwarders?: Forwarder[] };

let opened = 0;

/** Opens the forwarders of a domain. */
export async function openForwarders({ forwarders = theTwo(), ...options }: Options = {}) {
  opened += 1;
  return await renderPanel('/internal-forward', {
    signedIn: aLogin({ token: `forwarders-${opened}` }),
    ...options,
    handlers: {
      ...servingChoices(['ada', 'bert', 'cleo', 'dev', 'orders']),
      ...servingForwarders(forwarders),
      ...options.handlers,
    },
  });
}

const theTwo = (): Forwarder[] => [aForwarder('team', ['ada', 'bert', 'cleo', 'dev']), aForwarder('press', ['ada'])];
