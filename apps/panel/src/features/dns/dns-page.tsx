import { Button } from '@postern/ui/buttons/button';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { isActionInHead, ThumbBar } from '../../lib/frame/thumb-bar.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { TechnicalName } from '../../lib/i18n/technical-name.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed, ReadOutdated } from '../../lib/loading/read-failed.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { WaitingRows } from '../../lib/loading/waiting.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { loadDomainPlan, stepsToMake } from '../domain-plan/panel.ts';
import { domainPlanQuery } from '../domain-plan/queries.ts';
import { loadMissingAddresses } from '../mail-import/panel.ts';
import { DnsBody } from './dns-body.tsx';
import type { DnsDialog } from './dns-dialog.ts';
import { dnsRecordsQuery } from './queries.ts';
import { newRecord } from './record/record-values.ts';
import { ZoneNote } from './zone-note.tsx';
import { ZoneSigningNote } from './zone-signing-note.tsx';

const loadDialogs = () => import('./dns-dialogs.tsx');

/** The DNS records that we host for the domain. Spec 2 §2, Manage DNS. */
export function DnsPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const read = useQuery(dnsRecordsQuery(bundleId));
  // The notes above the list are shown before the list, so that nothing moves.
  const plan = useQuery(domainPlanQuery(bundleId));
  const planPart = usePart(loadDomainPlan, 'now');
  // A plan with our mail servers in it moves the mail here.
  const movesMail = stepsToMake(plan.data?.changes ?? []).some(({ purpose }) => purpose === 'mx');
  const missing = usePart(loadMissingAddresses, movesMail ? 'soon' : 'later');
  const [dialog, setDialog] = useState<DnsDialog | null>(null);
  const dialogs = usePart(loadDialogs, dialog ? 'now' : read.isPending ? 'later' : 'soon');
  if (hasCode(read.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('dns.notAdmin.text', { domain })} />;
  const zone = read.data;
  const canChange = zone !== undefined && zone.zoneStatus !== 'none';
  const isEmpty = zone?.records.length === 0;
  const add = (
    <Button
      wide
      icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => setDialog({ kind: 'edit', recordId: null, values: newRecord() })}
    >
      {t('dns.page.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('dns.page.title')}
        sentence={
          <>
            {t('dns.page.sentence', { domain })}
            <TechnicalName name={domain} />
          </>
        }
        actions={canChange && !isEmpty && add}
        actionsOnPhone={isActionInHead()}
      />
      {zone && planPart && !plan.isPending ? (
        <>
          {read.error && <ReadOutdated title={t('dns.failed.outdated')} read={read} />}
          <ZoneNote zone={zone} domain={domain} />
          {movesMail && missing && <missing.MissingAddressesNote />}
          {canChange && <planPart.DomainPlan />}
          <DnsBody key={bundleId} zone={zone} domain={domain} add={add} onOpen={canChange ? setDialog : null} />
          {canChange && <ZoneSigningNote bundleId={bundleId} domain={domain} />}
          {canChange && !isEmpty && <ThumbBar>{add}</ThumbBar>}
        </>
      ) : read.error ? (
        <ReadFailed title={t('dns.failed.title')} read={read} />
      ) : (
        <WaitingRows searchClass="h-10 max-desk:h-22" />
      )}
      {dialogs && zone && <dialogs.DnsDialogs dialog={dialog} zone={zone} onClose={() => setDialog(null)} />}
    </>
  );
}
