import type { DkimKeyView } from '@postern/contract/dkim';
import type { DomainConnectData } from '@postern/contract/domain-connection';
import { type PanelOptions, renderPanel } from './render-panel.tsx';
import { aConnectedDomain } from './sample-domain.ts';
import { aLogin } from './samples.ts';

const PUBLIC_KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'.repeat(9);

/** A new key. */
export const aKey = (selector: string, changes: Partial<DkimKeyView> = {}): DkimKeyView => ({
  dkimId: `0190c4a0-0000-7000-8000-${[...selector]
    .map((sign) => sign.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')
    .slice(-12)}`,
  ...{ selector, publicKey: PUBLIC_KEY, isEnabled: false, status: 'inactive' },
  ...{ host: `${selector}._domainkey`, value: `v=DKIM1; k=rsa; p=${PUBLIC_KEY}` },
  ed25519: {
    host: `${selector}-ed25519._domainkey`,
    value: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    isSeen: true,
  },
  ...{ createdAt: '2026-03-04T09:00:00.000Z', signsUntil: null, isRollOverDue: false },
  ...changes,
});

export const anActiveKey = (selector: string, changes: Partial<DkimKeyView> = {}): DkimKeyView =>
  aKey(selector, { isEnabled: true, status: 'active', ...changes });

type Answers = {
  domain?: DomainConnectData;
  /** The check for a key's record lasts until this resolves. */
  looked?: Promise<void>;
  path?: string;
};

/** With a policy of the owner's, unless the domain says something about it. */
export function withPolicy(data: DomainConnectData): DomainConnectData {
  if (data.findings.some(({ purpose }) => purpose === 'dmarc')) return data;
  const record = { type: 'TXT' as const, host: '_dmarc', ttlSeconds: 3600, value: 'v=DMARC1; p=reject' };
  const finding = { purpose: 'dmarc' as const, verdict: 'match' as const, code: 'AS_EXPECTED' };
  return { ...data, findings: [...data.findings, { ...finding, before: [record], after: [record] }] };
}

let opened = 0;

/** Opens the page in front of a server that stores these keys, and enables, creates and deletes them as ours does. */
export async function openReputation(
  first: readonly DkimKeyView[],
  {
    domain: found = aConnectedDomain(),
    looked,
    path = '/email-reputation#spf,dkim,dmarc',
    ...options
  }: PanelOptions & Answers = {},
) {
  opened += 1;
  const domain = withPolicy(found);
  const kept = { keys: [...first] };
  const find = (dkimId: string) => kept.keys.find((key) => key.dkimId === dkimId) ?? aKey('none');
  // With the details of all rows open.
  const rendered = await renderPanel(path, {
    signedIn: aLogin({ token: `reputation-${opened}` }),
    ...options,
    handlers: {
      readDomainConnection: () => domain,
      checkDomain: () => domain,
      listDkimKeys: () => ({ keys: [...kept.keys] }),
      generateDkimKey: () => {
        const key = aKey('made');
        kept.keys.push(key);
        return { key };
      },
      enableDkimKey: async ({ dkimId }) => {
        await looked;
        const key: DkimKeyView = { ...find(dkimId), isEnabled: true, status: 'active', signsUntil: null };
        const signsUntil = new Date(Date.now() + 12 * 3_600_000).toISOString();
        const others = kept.keys.filter((each) => each.dkimId !== dkimId);
        kept.keys = [key, ...others.map((each) => (each.isEnabled ? { ...each, isEnabled: false, signsUntil } : each))];
        return { key };
      },
      deleteDkimKey: ({ dkimId }) => {
        const key: DkimKeyView = { ...find(dkimId), isEnabled: false, status: 'deleting' };
        kept.keys = kept.keys.filter((each) => each.dkimId !== dkimId);
        return { key };
      },
      ...options.handlers,
    },
  });
  return { ...rendered, kept };
}
