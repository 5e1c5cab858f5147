/** What a reader should know before the operations. Markdown; `/docs` shows it first. */
export const INTRODUCTION = `
Everything that the panel does goes through this API, so a program can do it too: sell a plan by a signed link, create mailboxes, set up a
domain, and follow changes as they happen.

## Authentication

Every call sends the header \`X-Auth: controlPanel\`. It keeps other websites from calling with a visitor's browser.

Most calls also send a token: \`Authorization: Bearer TOKEN\`.

| Token of a | Comes from | Lasts |
|---|---|---|
| session | signIn, completePurchase | 12 hours |
| session | authenticatePurchase that leads to the panel | 3 hours |
| purchase | authenticatePurchase that leads to a purchase | 24 hours |
| session | openVisit or enterVisit: a support visit to one domain, which may not do everything | 30 minutes, up to 4 hours |
| staff | signInStaff, signInStaffByTotp | 30 minutes without a call, 12 hours |
| partner | \`partner add-api-key\` on the command line | until it is revoked |

Operations that say so take \`Authorization: Import TOKEN\`, too. The token comes from a mailed link, is about one import, and lasts 7 days.

\`\`\`
curl -s http://localhost:8080/panel/login -H 'X-Auth: controlPanel' -H 'Content-Type: application/json' \\
  -d '{"email": "anna@your.example", "password": "…"}'
\`\`\`

A session works on one bundle: a domain with what was bought for it. \`bundleId\` in the query of any call chooses another one of the same
customer; \`-1\`, or no \`bundleId\`, means the active one.

Some changes could hand an account to someone else. They answer \`PASSWORD_NEEDED\` unless the session gave its password within the last ten
minutes: call confirmPassword, then repeat the call.

## Errors

Every error has the media type \`application/problem+json\` (RFC 9457) and the same fields. Decide by \`code\`, which never changes;
\`desc\` is a sentence for a person. Each operation lists the codes that it may answer.

\`\`\`
{
  "type": "urn:postern:error:VALIDATION_FAILED",
  "title": "validation failed",
  "status": 422,
  "code": "VALIDATION_FAILED",
  "desc": "Some fields are not correct. Correct them and try again.",
  "attrs": { "fields": [{ "path": "email", "code": "…", "message": "…" }] }
}
\`\`\`

\`attrs.fields\` names each refused field, with dots in the path. Every answer has an \`X-Request-Id\`, which finds the call in the log of the
server: give it to support.

## Repeating a write safely

Send an \`Idempotency-Key\` of 1 to 200 visible characters with a write, a new one for each thing to do. If the connection breaks, repeat the
call with the same key and body: it is done once, and you get the first answer, for 24 hours. The same key with another body answers
\`IDEMPOTENCY_CONFLICT\`. Keys belong to the session's mailbox or customer; open calls have none.

## Limits

Too many attempts answer 429 with \`Retry-After\` in seconds. Passwords and codes: 10 wrong ones in 15 minutes for an account, and for
a network address. Calls that send mail have limits too, by recipient. A body may have half a megabyte, a list for previewBulk 4 MB.
503 also has \`Retry-After\`: wait, then repeat.

## Lists

Lists that can grow take \`limit\` (100 unless you say otherwise, at most 500), \`cursor\` and \`q\`, a search. Read on with
\`cursor=\` the last \`nextCursor\` until that is null. \`total\` is null for a search with more matches than a page holds.

## Live events

\`GET /panel/live\` answers with server-sent events as long as the session lasts. Read it with an HTTP client that can send headers; the
browser's \`EventSource\` can't. Send the last \`id\` as \`Last-Event-ID\` to get what you missed. After \`reload\`, read everything again.

## Values

JSON in UTF-8. Instants are ISO 8601 in UTC, except fields that are documented as numbers: milliseconds since 1970. Dates are \`YYYY-MM-DD\`.
Prices are decimal numbers with at most two places, in the currency beside them. Examples are answers of a running server, in which ids, tokens
and keys are replaced and long lists are shortened.

## Versions

There is one version, and it stays compatible. New operations, new optional fields and new codes may come at any time: ignore what
you don't know. Nothing is renamed, dropped, or given another meaning.
`.trim();

type Tag = { title: string; description: string };

/** The chapters of the document by feature, in the order of a reader's way. */
export const TAGS: Record<string, Tag> = {
  'sign-in': {
    title: 'Sign-in',
    description: 'Start a session with a password, and choose a new password by an emailed link.',
  },
  session: { title: 'Sessions', description: 'Whose session it is, which bundles it can use, and ending it.' },
  partners: { title: 'Partners', description: 'Name, look, links and flags of a partner, as anybody may see them.' },
  invoices: {
    title: 'Invoices',
    description: 'Invoices and credit notes of a domain, as a list and as files.',
  },
  'partner-login': {
    title: 'Sign-in from a partner',
    description:
      "Sign in by a token of a partner or of the webmail, without a password of ours, and go on to a partner's sign-up site.",
  },
  plans: { title: 'Plans', description: 'What a purchase can choose from, and the tax ids of each country.' },
  purchase: {
    title: 'Purchase',
    description:
      'From a signed link to a paid order: authenticatePurchase, upsertCustomer, initiatePurchase, the card, completePurchase.',
  },
  payment: { title: 'Sandbox payment', description: 'The card form of the built-in test gateway.' },
  subscriptions: { title: 'Subscription', description: 'The current plan and how it renews.' },
  billing: {
    title: 'Changes of a plan',
    description:
      'Ask what a change costs, line by line, and pay exactly that: calculateCharge, startPayment, processPayment.',
  },
  mailboxes: {
    title: 'Mailboxes',
    description: 'Create, change, suspend and delete mailboxes, and mail their people links.',
  },
  bulk: { title: 'Bulk jobs', description: 'The same for many mailboxes at once: preview, start, follow, retry.' },
  aliases: { title: 'Aliases', description: 'Other addresses of a mailbox, which receive and send.' },
  forwarders: { title: 'Forwarders', description: 'Addresses that pass their mail on to mailboxes of the domain.' },
  'catch-all': { title: 'Catch-all', description: 'The mailbox for mail to addresses that do not exist.' },
  'spam-filter': { title: 'Spam filter', description: "How strictly the domain's incoming mail is filtered." },
  'add-ons': {
    title: 'Add-ons',
    description: 'Storage and other add-ons of a domain, and the mailboxes that have them.',
  },
  'mail-import': {
    title: 'Mail import',
    description: 'Copy the mail of another IMAP server into a mailbox, with a report of every folder.',
  },
  'domain-connection': {
    title: 'Domain check',
    description: 'The records that a domain should have, and what was found.',
  },
  'domain-instructions': {
    title: 'Domain instructions',
    description: 'Links that show the records to the person who manages the domain, without a login.',
  },
  'domain-plan': {
    title: 'Domain set-up',
    description: 'Let the panel set the records in a zone that it manages, and undo that.',
  },
  'domain-change': { title: 'Change of domain', description: 'Move everything in a bundle to another domain.' },
  'domain-connect': { title: 'Domain Connect', description: "Let the domain's provider enter the records." },
  entri: { title: 'Entri', description: 'Let Entri enter the records. Needs a set-up by the operator.' },
  dns: { title: 'DNS records', description: 'The records of a zone that the panel manages.' },
  dkim: { title: 'DKIM keys', description: "Keys that sign the domain's outgoing mail." },
  referral: {
    title: 'Referral',
    description: 'Reward customers who recommend the product. Needs a set-up by the operator.',
  },
  'two-factor': { title: 'Two-factor sign-in', description: 'Codes from an authenticator app, and recovery codes.' },
  'app-passwords': { title: 'App passwords', description: 'Passwords for mail apps.' },
  activity: { title: 'Activity', description: 'What was changed in the domain, by whom and from where.' },
  'sign-in-history': { title: 'Sign-in history', description: 'Who signed in, and wrong attempts.' },
  'customer-data': { title: 'Customer data', description: 'Everything that is stored about an account.' },
  staff: {
    title: 'Staff',
    description: 'Accounts of people who help customers: two-factor sign-in, and the search for a customer.',
  },
  'support-visits': {
    title: 'Support visits',
    description:
      'Staff act on one domain for half an hour, for a reason. The owner sees each step, may end a visit, and may require to be asked.',
  },
  'first-steps': { title: 'First steps', description: 'What a new customer has done after the purchase.' },
  'client-setup': { title: 'Mail app set-up', description: 'Host names and ports for mail apps.' },
  events: { title: 'Events', description: "Statistics of the panel's screens, for the server's log." },
  live: { title: 'Live events', description: 'A stream of changes as they happen.' },
};

/** The chapter for addresses that aren't operations. */
export const SERVICE_TAG: Tag = {
  title: 'Service',
  description: 'What runs here, and whom to tell about a security problem.',
};

/** Words of the stream of live events, which has no entry among the operations. */
export const STREAM_DESCRIPTION =
  "Server-sent events (HTML Living Standard §9.2). `data` holds JSON, and `x-events` of the answer gives its shape by the event's name. " +
  'The stream carries a comment now and then so that connections stay open. It ends with the session: sign in again, and ' +
  'send `Last-Event-ID` to get what was missed.';
