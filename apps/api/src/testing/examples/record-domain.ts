import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entriTokens } from '@postern/adapter-dns/entri-tokens';
import { deleteDkimKey, enableDkimKey, generateDkimKey, listDkimKeys } from '@postern/contract/dkim';
import { deleteDnsRecord, listDnsRecords, readZoneSigning, upsertDnsRecord } from '@postern/contract/dns';
import { changeDomain, previewDomainChange, readDomainChange } from '@postern/contract/domain-change';
import { startDomainConnect } from '@postern/contract/domain-connect';
import { checkDomain, readDomainConnection } from '@postern/contract/domain-connection';
import {
  createInstructionLink,
  listInstructionLinks,
  readInstructions,
  revokeInstructionLink,
} from '@postern/contract/domain-instructions';
import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import { makeEntriToken } from '@postern/contract/entri';
import { pollUntil } from '@postern/testkit/poll-until';
import { domainConnectService } from '../../features/domain-connect/public.ts';
import { confirmAgain } from '../session-as.ts';
import type { TestApp } from '../start-test-app.ts';
import type { Bought } from './record-purchase.ts';
import type { Recording } from './recorder.ts';

const domainName = 'harbour.test';

/** What an admin does with the domain, up to its change to quay.test. */
export async function recordDomain(app: TestApp, call: Recording, { token }: Bought): Promise<void> {
  const as = { token };
  await recordProviders(app, call, as);
  const { planId } = await call(planDomain, {}, as);
  const { undoId } = await call(applyDomainPlan, { planId }, as);
  const record = { type: 'A', host: 'www', values: ['192.0.2.80'], ttl: 3600 };
  const { record: added } = await call(upsertDnsRecord, record, as);
  await call(listDnsRecords, {}, as);
  await recordKeys(call, as);
  app.clock.advance({ seconds: 6 });
  await call(checkDomain, { domainName }, as);
  await call(readDomainConnection, {}, as);
  await recordSigning(app, call, as);
  await recordInstructions(call, as);
  await call(deleteDnsRecord, { recordId: added.recordId }, as);
  await call(undoDomainPlan, { undoId }, as);
  const change = { newDomain: 'quay.test', ownershipConfirmed: true };
  await app.deps.dns.zones?.createZone(change.newDomain);
  await call(previewDomainChange, change, as);
  await confirmAgain(app, token);
  await call(changeDomain, change, as);
  const isDone = async () => (await app.must(readDomainChange, {}, as)).change?.state === 'finished';
  await pollUntil(isDone, { timeoutMs: 20_000, onTimeout: () => 'the domain is still on its way' });
  await call(readDomainChange, {}, as);
}

/** Of a zone in PowerDNS; the embedded name server doesn't sign. */
async function recordSigning(app: TestApp, call: Recording, as: { token: string }): Promise<void> {
  const { dns } = app.deps;
  const { zones, readParentDs } = dns;
  if (zones === null) throw new Error('no name server');
  const wanted = ['2371 13 2 3490A6806D47F17A34C29E2CE80E8A99'];
  Object.assign(dns, {
    zones: { ...zones, readDs: async () => ({ wanted, keys: wanted }) },
    readParentDs: async () => [],
  });
  await call(readZoneSigning, {}, as);
  Object.assign(dns, { zones, readParentDs });
}

async function recordKeys(call: Recording, as: { token: string }): Promise<void> {
  const { key } = await call(generateDkimKey, {}, as);
  await call(upsertDnsRecord, { type: 'TXT', host: key.host, values: [key.value], ttl: 600 }, as);
  await call(enableDkimKey, { dkimId: key.dkimId }, as);
  await call(listDkimKeys, {}, as);
  await call(deleteDkimKey, { dkimId: key.dkimId }, as);
}

async function recordInstructions(call: Recording, as: { token: string }): Promise<void> {
  const { link } = await call(createInstructionLink, { sendTo: 'it@provider.test' }, as);
  await call(listInstructionLinks, {}, as);
  await call(readInstructions, { token: new URL(link.address).hash.slice(1), isLook: false });
  await call(revokeInstructionLink, { linkId: link.linkId }, as);
}

/** Domain Connect and Entri, with stand-ins for the two services. */
async function recordProviders(app: TestApp, call: Recording, as: { token: string }): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const own = { providerId: 'mail.example', serviceId: 'email', keyDomain: 'mail.example', keyHost: '_dcpubkeyv1' };
  const provider = { name: 'DNS Inc.', urlSyncUX: 'https://connect.dns.example/sync' };
  app.deps.dns.domainConnect = domainConnectService({ ...own, privateKey }, async () => provider);
  app.clock.advance({ seconds: 6 });
  await app.must(checkDomain, { domainName }, as);
  await call(startDomainConnect, {}, as);
  const service = createServer((_request, response) => response.end('{"auth_token":"TOKEN"}'));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/token`;
  app.deps.entri = entriTokens({ url, applicationId: 'harbour', secret: 'unused' });
  await call(makeEntriToken, {}, as);
  await new Promise((resolve) => service.close(resolve));
}
