import { alias } from '@postern/contract/aliases';
import { appPassword } from '@postern/contract/app-passwords';
import { bulkRow, previewRow, priceEffect } from '@postern/contract/bulk';
import { catchAll } from '@postern/contract/catch-all';
import { mailServer } from '@postern/contract/client-setup';
import { dkimKey } from '@postern/contract/dkim';
import { dnsRecord } from '@postern/contract/dns';
import { domainChange, domainChangePreview } from '@postern/contract/domain-change';
import {
  domainConnectData,
  expectedRecord,
  finding,
  lookUp,
  provider,
  spfWalk,
  zoneRecord,
} from '@postern/contract/domain-connection';
import { instructionLink, instructions } from '@postern/contract/domain-instructions';
import { zoneChange } from '@postern/contract/domain-plan';
import { firstStepsFacts } from '@postern/contract/first-steps';
import { forwarder } from '@postern/contract/forwarders';
import { suspension } from '@postern/contract/mailbox-administration';
import { mailAccount } from '@postern/contract/mailboxes';
import { partnerInfo, theme } from '@postern/contract/partners';
import { plan, planFeature, taxLine } from '@postern/contract/plans';
import { purchaseClaims, purchaseOrder, savedCard } from '@postern/contract/purchase';
import { bundle, bundleOrder, login } from '@postern/contract/session';
import { billingCycle, currency } from '@postern/contract/shapes';
import { signInEntry } from '@postern/contract/sign-in-history';
import { currentPlan, orderDetails } from '@postern/contract/subscriptions';
import * as z from 'zod/mini';
import type { Json } from './openapi-problems.ts';

/** What the document names under `components`, instead of repeating it in every answer. */
const NAMED: Record<string, [z.ZodMiniType, string]> = {
  Alias: [alias, 'Another address of a mailbox.'],
  AppPassword: [appPassword, 'A password for mail apps: it opens one mailbox and nothing else.'],
  BillingCycle: [billingCycle, 'How long a payment lasts.'],
  BulkPreviewRow: [previewRow, 'What a job would do to one mailbox, or why it would not.'],
  BulkRow: [bulkRow, 'What a job did to one mailbox. `ok` is null while the row waits.'],
  Bundle: [bundle, 'A domain with what was bought for it. A session works on one bundle at a time.'],
  BundleOrder: [bundleOrder, 'What was bought of one product.'],
  CatchAll: [catchAll, "Where mail goes that no address of the domain matches; `email` is null if it's refused."],
  Currency: [currency, 'ISO 4217.'],
  CurrentPlan: [currentPlan, 'What a bundle has bought, how much of it is used, and when it ends.'],
  DkimKey: [dkimKey, "A key that signs the domain's mail. `host` and `value` are the TXT record to publish."],
  DnsProvider: [provider, "The company that hosts the domain's records, and how to enter records there."],
  DnsRecord: [
    dnsRecord,
    'A record of the zone that we manage. `host` is `@` for the domain itself, `ttl` is in seconds.',
  ],
  DomainChange: [domainChange, 'The move of a bundle from one domain to another, and its progress.'],
  DomainChangePreview: [domainChangePreview, 'What would move to another domain.'],
  DomainConnection: [
    domainConnectData,
    'What is verified of the domain, what its records are, and what they should be.',
  ],
  DomainLookUp: [lookUp, 'The result of one DNS lookup, and the servers that were asked.'],
  ExpectedRecord: [expectedRecord, 'A record that the domain should have. `TTL` is in seconds.'],
  Finding: [finding, 'How the records of one purpose compare with the expected ones.'],
  FirstSteps: [firstStepsFacts, 'What a new customer has done, and when. Null: not yet.'],
  Forwarder: [forwarder, 'An address that passes its mail on to mailboxes of the same domain.'],
  InstructionLink: [instructionLink, 'A link to a page with the records to set, for someone without a login.'],
  Instructions: [instructions, 'What the page behind an instruction link shows.'],
  Login: [login, 'A session: its token, whose it is, and the bundles it can use.'],
  Mailbox: [mailAccount, 'A mailbox. `quotaUsed` and `quotaLimit` are in MB (1,048,576 bytes).'],
  MailServer: [mailServer, 'Where mail apps connect.'],
  Order: [purchaseOrder, 'What a purchase bought.'],
  OrderDetails: [orderDetails, 'One order of a bundle with its limits and counts.'],
  PartnerInfo: [partnerInfo, 'What the panel shows of a partner: name, look, links and flags.'],
  Plan: [plan, 'A plan with its features, and the price of one account by billing cycle.'],
  PlanFeature: [planFeature, 'What a plan gives. `attrs` holds its limits, such as `quota_in_gb`.'],
  PriceEffect: [priceEffect, 'What a job means for the plan: its places, and what missing ones cost for each cycle.'],
  PurchaseClaims: [purchaseClaims, 'What the purchase link says about the buyer and the purchase.'],
  SavedCard: [savedCard, 'What may be shown of a saved card.'],
  SignInEntry: [signInEntry, 'Sign-ins of one kind within an hour.'],
  SpfWalk: [spfWalk, "What receivers must look up for the domain's SPF record (RFC 7208 §4.6.4)."],
  Suspension: [suspension, 'Why a mailbox is suspended.'],
  Tax: [taxLine, 'A tax that buyers in a country pay on top. 1900 basis points are 19 %.'],
  Theme: [theme, 'The six values of a partner’s look, from which everything else is derived, and its font.'],
  ZoneChange: [zoneChange, 'A proposed change to the zone that we manage, and the reason for it.'],
  ZoneRecord: [zoneRecord, 'A DNS record with a single value.'],
};

const names = z.registry<{ id: string; description: string }>();
for (const [id, [schema, description]] of Object.entries(NAMED)) names.add(schema, { id, description });

/** No text may contain U+0000 (find-unstorable-text.ts). */
const STORABLE = '^[^\\u0000]*$';

/** The schema of an input. Written out, because rules add to its fields (openapi-rules.ts). */
export function inputSchema(schema: z.ZodMiniType): Json {
  return convert(schema, 'input').schema;
}

/** The schema of an answer, with references to `#/components/schemas`; these are added to `components`. */
export function outputSchema(schema: z.ZodMiniType, components: Record<string, Json>): Json {
  const { schema: own, definitions } = convert(schema, 'output');
  Object.assign(components, definitions);
  const name = names.get(schema)?.id;
  if (name === undefined) return own;
  if (own.$ref === undefined) {
    const { id: _id, ...definition } = own;
    components[name] = definition;
  }
  return { $ref: `#/components/schemas/${name}` };
}

function convert(schema: z.ZodMiniType, io: 'input' | 'output'): { schema: Json; definitions: Record<string, Json> } {
  const made = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    ...(io === 'output' ? { metadata: names as never } : {}),
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (io === 'input' && def.type === 'default') jsonSchema.default ??= def.defaultValue as Json;
      const isText = jsonSchema.type === 'string' && !jsonSchema.enum && jsonSchema.const === undefined;
      if (io === 'input' && isText) jsonSchema.pattern ??= STORABLE;
    },
  }) as Json;
  const {
    $schema: _dialect,
    $defs = {},
    ...rest
  } = referringToComponents(made) as Json & { $defs?: Record<string, Json> };
  const definitions = Object.entries($defs).map(([name, { id: _id, ...definition }]) => [name, definition]);
  return { schema: rest, definitions: Object.fromEntries(definitions) as Record<string, Json> };
}

function referringToComponents(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(referringToComponents);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', '#/components/schemas/')
        : referringToComponents(value),
    ]),
  );
}
