import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../lib/access/use-may.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { TechnicalName } from '../../lib/i18n/technical-name.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { DomainConnectButton } from '../domain-connect/panel.ts';
import {
  DomainRecords,
  loadMailStateNote,
  type Purpose,
  progressOf,
  useDomainCheck,
} from '../domain-connection/panel.ts';
import { checkDomainMutation, doesMailArrive, mailTrouble } from '../domain-connection/queries.ts';
import { loadShareInstructions } from '../domain-instructions/panel.ts';
import { instructionLinksQuery } from '../domain-instructions/queries.ts';
import { loadDomainPlan, useAfterPlan } from '../domain-plan/panel.ts';
import { loadMissingAddresses } from '../mail-import/panel.ts';
import { isOwnDomainDone, OwnDomain } from './own/own-domain.tsx';
import { rememberUnknown } from './remember-unknown.ts';
import { ToFirstSteps } from './to-first-steps.tsx';

type Props = {
  data: DomainConnectData;
  domain: string;
  what: 'mail' | 'site';
  purposes: readonly Purpose[];
};

/** The set-up of the session's domain, checked repeatedly. */
export function DomainSetUp({ data, domain, what, purposes }: Props) {
  const may = useMay();
  const t = useText();
  const { bundleId = '' } = useSession();
  const { right, all, isDone } = progressOf(data, purposes, domain);
  const look = checkDomainMutation(bundleId, domain);
  const { isChecking: isElsewhere } = data;
  const isOurs = data.zoneStatus === 'active';
  const isOwnMail = isOurs && what === 'mail';
  const isOver = isOwnMail ? isOwnDomainDone(data, domain) : isDone;
  const check = useDomainCheck({ domain, look, isElsewhere, isDone: isOver, onLooked: rememberUnknown });
  const [isSharing, setSharing] = useState(false);
  const share = usePart(loadShareInstructions, isSharing ? 'now' : 'soon');
  // A connected domain needs no instructions, but valid links can still be revoked.
  const openLinks = useQuery({ ...instructionLinksQuery(bundleId), enabled: isDone || isOurs });
  const hasLinks = isSharing || (openLinks.data?.links.length ?? 0) > 0;
  const plan = usePart(loadDomainPlan, isOurs && !isOwnMail ? 'now' : 'later');
  const trouble = what === 'mail' ? mailTrouble(data) : null;
  // Until we have set the records, the button is the answer.
  const isTroubled = trouble !== null && !(isOwnMail && trouble === 'waiting');
  const note = usePart(loadMailStateNote, isTroubled ? 'soon' : 'later');
  const mayMove = what === 'mail' && !doesMailArrive(data);
  const missing = usePart(loadMissingAddresses, mayMove ? 'soon' : 'later');
  const hasPlanned = useAfterPlan(bundleId, check.check);
  const provider = data.provider?.name;
  const way = provider === undefined ? 'Sentence' : 'SentenceAt';
  const sentence = isOurs ? 'domainSetUp.page.siteSentenceOurs' : (`domainSetUp.page.${what}${way}` as const);
  const isFirstLook = !isOurs && data.lastUpdated === null && check.isChecking;
  const sharing = share && <share.ShareInstructionsModal open={isSharing} onClose={() => setSharing(false)} />;
  const notes = (
    <>
      <Deadline at={data.ownershipDeadline} domain={domain} />
      {data.zoneWaitsForProof && (
        <Banner kind="warn" className="mb-5" title={t('domainSetUp.left.title', { domain })}>
          {t('domainSetUp.left.text')}
        </Banner>
      )}
      {mayMove && missing && <missing.MissingAddressesNote />}
      {isTroubled && note && <note.MailStateNote data={data} domain={domain} className="mb-5" />}
    </>
  );
  const shareButton = (
    <Button
      kind="link"
      className="text-start"
      icon={<Send size={16} strokeWidth={1.75} />}
      onClick={() => setSharing(true)}
    >
      {t(isDone || isOurs ? 'domainInstructions.share.openLinks' : 'domainInstructions.share.open')}
    </Button>
  );
  // Somebody who knows no DNS should see this before the records.
  const needsInstructions = !isDone && !isOurs;
  const links = (
    <>
      {/* Nobody else needs instructions for a zone that we hold, but valid links can still be revoked. */}
      {!needsInstructions && hasLinks && shareButton}
      {may('changeDomain') && (
        <Link to={PATHS.changeDomain} className="touch">
          {t('domainSetUp.page.change')}
        </Link>
      )}
    </>
  );
  if (isOwnMail)
    return (
      <>
        <OwnDomain data={data} domain={domain} check={check} notes={notes} links={links} />
        {sharing}
      </>
    );
  return (
    <>
      <PageHeader
        title={t(isDone ? 'domainConnection.connected.title' : 'domainSetUp.page.connect', { domain })}
        actions={isDone && what === 'mail' && <ToFirstSteps />}
        sentence={
          <>
            {isDone
              ? t(`domainSetUp.page.${what}Connected`, { domain })
              : isFirstLook
                ? t('domainSetUp.page.looking', { domain })
                : t(sentence, { count: all - right, domain, provider: provider ?? '' })}
            <TechnicalName name={domain} />
          </>
        }
      />
      {notes}
      <DomainRecords
        data={data}
        domain={domain}
        purposes={purposes}
        check={check}
        zone={isOurs ? 'ours' : 'theirs'}
        furtherLink={<Link to={PATHS.emailReputation}>{t('domainConnection.further.link')}</Link>}
      >
        {isOurs && (!isDone || hasPlanned) && plan && <plan.DomainPlan />}
        {what === 'mail' && !isOurs && (
          <div className="mb-5 empty:hidden">
            <DomainConnectButton data={data} />
          </div>
        )}
        {needsInstructions && <p className="mb-5">{shareButton}</p>}
      </DomainRecords>
      <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-4">{links}</div>
      {sharing}
    </>
  );
}

/** The deadline for proving ownership. Spec 2 §9. */
function Deadline({ at, domain }: { at: string | null; domain: string }) {
  const t = useText();
  const format = useFormat();
  if (at === null) return null;
  return (
    <Banner kind="warn" className="mb-5" title={t('domainSetUp.deadline.title', { date: format.date(at, 'long') })}>
      {t('domainSetUp.deadline.text', { domain })}
    </Banner>
  );
}
