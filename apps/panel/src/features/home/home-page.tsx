import type { CurrentPlan } from '@postern/contract/subscriptions';
import { showNames } from '@postern/domain/addresses';
import { mayImport } from '@postern/domain/mail-import';
import { whoTakesPayment } from '@postern/domain/partners';
import { DEFAULT_ACCOUNT_LIMIT, mayChangeBilling } from '@postern/domain/plans';
import { Banner } from '@postern/ui/feedback/banner';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, CornerUpRight, Download, Inbox, Shield, Users } from 'lucide-react';
import { useRole } from '../../lib/access/use-role.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { hasBillingLine } from '../billing/panel.ts';
import { loadMailStateNote } from '../domain-connection/panel.ts';
import { domainConnectionQuery, isMailToConnect, mailTrouble } from '../domain-connection/queries.ts';
import { currentPlanQuery } from '../subscriptions/queries.ts';
import { BillingGroup } from './billing-group.tsx';
import { SetUpGroup } from './set-up-group.tsx';
import { Tile, TileGroup } from './tile.tsx';
import { useMailFacts } from './use-mail-facts.ts';

/** The first screen inside a partner's page: where to go, and one fact about each place. Spec 2 §2, widget home. Board widget-home. */
export function HomePage() {
  const { bundleId = '', domain = '' } = useSession();
  const { data: plan } = useQuery(currentPlanQuery(bundleId, domain));
  return plan ? <Home plan={plan} domain={domain} /> : <Skeleton height="24rem" />;
}

function Home({ plan, domain }: { plan: CurrentPlan; domain: string }) {
  const t = useText();
  const format = useFormat();
  const role = useRole();
  const partner = usePartner();
  const { mailSuiteDetails: mail, siteDetails: site } = plan;
  const order = mail ?? site ?? plan.domainDetails;
  const limit = mail?.noOfAccounts.limit ?? DEFAULT_ACCOUNT_LIMIT;
  const named = order ? format.name(order.planDetails) : '';
  const hasBilling =
    mayChangeBilling(role) && whoTakesPayment(partner) !== 'partner' && !partner.flags.hideBillingSection;
  return (
    <>
      <h1 className="break-words">{t(mail ? 'home.page.email' : 'home.page.site', { domain: showNames(domain) })}</h1>
      <p className="mt-1.5 text-2nd">
        {limit < DEFAULT_ACCOUNT_LIMIT ? t('home.page.plan', { plan: named, count: limit }) : named}
      </p>
      <div className="mt-5 grid gap-3.5">
        {!hasBillingLine(plan) && mail && <MailNote domain={domain} />}
        {mail && <MailGroup plan={plan} isImporting={mayImport(role)} />}
        <SetUpGroup plan={plan} />
        {hasBilling && <BillingGroup plan={plan} />}
      </div>
    </>
  );
}

/** The one thing that keeps mail from arriving, and where to fix it. */
function MailNote({ domain }: { domain: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { data } = useQuery(domainConnectionQuery(bundleId));
  const hasTrouble = data !== undefined && mailTrouble(data) !== null;
  const part = usePart(loadMailStateNote, hasTrouble ? 'now' : 'later');
  if (!data || !(hasTrouble ? part : isMailToConnect(data))) return null;
  const action = (
    <Link to={PATHS.domainSetUp} className="touch font-strong">
      {t('home.note.setUp')}
    </Link>
  );
  return hasTrouble && part ? (
    <part.MailStateNote data={data} domain={domain} action={action} />
  ) : (
    <Banner kind="warn" action={action}>
      {t('home.note.notConnected', { domain: showNames(domain) })}
    </Banner>
  );
}

function MailGroup({ plan, isImporting }: { plan: CurrentPlan; isImporting: boolean }) {
  const t = useText();
  const { flags } = usePartner();
  const facts = useMailFacts(plan);
  return (
    <TileGroup id="home-mail" title={t('shell.nav.mail')}>
      <Tile path={PATHS.mailboxes} icon={Users} title={t('shell.nav.mailboxes')} fact={facts.mailboxes} />
      <Tile path={PATHS.forwarders} icon={CornerUpRight} title={t('shell.nav.forwarders')} fact={facts.forwarders} />
      <Tile path={PATHS.catchAll} icon={Inbox} title={t('shell.nav.catchAll')} fact={facts.catchAll} />
      {isImporting && (
        <Tile
          path={PATHS.mailImport}
          icon={Download}
          title={t('shell.nav.mailImport')}
          fact={{ text: t('home.fact.import') }}
        />
      )}
      {!flags.hideSpamFilterControl && (
        <Tile path={PATHS.spamFilter} icon={Shield} title={t('shell.nav.spamFilter')} fact={facts.spamFilter} />
      )}
      <Tile
        path={PATHS.emailReputation}
        icon={BadgeCheck}
        title={t('shell.nav.emailReputation')}
        fact={facts.reputation}
      />
    </TileGroup>
  );
}
