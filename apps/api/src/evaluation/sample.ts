/** The people and domains of the sample data. All are invented, and `.example` never resolves. */
export const SAMPLE = {
  password: 'Postern-demo-2026!',
  /** The customer login: the billing address, which is not a mailbox of the domain. */
  owner: { email: 'ada.fields@home.example', name: 'Ada Fields', companyName: 'Blue Bottle Coffee' },
  /** A mailbox login with the same password. */
  admin: 'dev@bluebottle.example',
  domainName: 'bluebottle.example',
  secondDomainName: 'bluebottle-beans.example',
  plan: 'pro',
  placesOfPlan: 15,
  mailboxes: [
    { user: 'ada', name: 'Ada Fields', isAdmin: true, messages: 9, kilobytes: 420 },
    { user: 'anna-lena.oberhuber-castellanos', name: 'Anna-Lena Oberhuber-Castellanos', messages: 4, kilobytes: 90 },
    { user: 'bert', name: 'Bert Maas', messages: 30, kilobytes: 900 },
    { user: 'cleo', name: 'Cleo Papadaki', suspended: 'On leave until March', messages: 6, kilobytes: 60 },
    { user: 'dev', name: 'Dev Patel', isAdmin: true, messages: 3, kilobytes: 40 },
    { user: 'events', name: 'Events', messages: 5, kilobytes: 200 },
    { user: 'fatima', name: 'Fatima Zahra El Idrissi', messages: 7, kilobytes: 350 },
    { user: 'hello', name: 'Hello', addOn: 'storage_addon', messages: 12, kilobytes: 150 },
    { user: 'jun', name: '佐藤 純', messages: 2, kilobytes: 30 },
    { user: 'orders', name: 'Orders', isCatchAll: true, messages: 14, kilobytes: 800 },
    { user: 'roastery', name: 'The roastery', messages: 1, kilobytes: 10 },
    { user: 'zoe', name: 'Zoë Lindqvist', messages: 0, kilobytes: 0 },
  ],
  alias: { user: 'hola', of: 'hello', name: 'Hola' },
  forwarder: { user: 'everyone', to: ['ada', 'bert', 'dev'] },
} as const;
