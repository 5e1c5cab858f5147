import type { Instructions } from '@postern/contract/domain-instructions';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { PageHeader } from '@postern/ui/layout/page-header';
import { Printer } from 'lucide-react';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { TechnicalName } from '../../lib/i18n/technical-name.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { DomainRecords, MAIL_PURPOSES, progressOf, SITE_PURPOSES, useDomainCheck } from '../domain-connection/panel.ts';
import { lookMutation } from './queries.ts';

const ALL_PURPOSES = [...MAIL_PURPOSES, ...SITE_PURPOSES];

/** The records of a domain for the person who manages its DNS, on screen and on paper. */
export function InstructionsSheet({ data, token }: { data: Instructions; token: string }) {
  const t = useText();
  const format = useFormat();
  const partner = usePartner();
  const { domainName: domain, isChecking: isElsewhere } = data;
  const hasMail = data.expectedRecords.some(({ purpose }) => purpose === 'mx');
  const purposes = hasMail ? ALL_PURPOSES : SITE_PURPOSES;
  const { right, all, isDone } = progressOf(data, purposes, domain);
  const check = useDomainCheck({ domain, look: lookMutation(token), isElsewhere, isDone });
  return (
    <>
      <PageHeader
        title={t(isDone ? 'domainConnection.connected.title' : 'domainInstructions.page.title', { domain })}
        sentence={
          <>
            {isDone
              ? t('domainInstructions.page.done')
              : t('domainInstructions.page.sentence', { count: all - right, domain })}
            <TechnicalName name={domain} />
          </>
        }
        actions={
          <span className="print:hidden">
            <Button
              kind="quiet"
              size="s"
              icon={<Printer size={16} strokeWidth={1.75} />}
              onClick={() => window.print()}
            >
              {t('domainInstructions.page.print')}
            </Button>
          </span>
        }
      />
      <DomainRecords
        data={data}
        domain={domain}
        purposes={purposes}
        check={check}
        zone={data.isZoneOurs === true ? 'held' : 'theirs'}
      >
        {data.isZoneOurs && !isDone && (
          <Banner className="mb-5" title={t('domainInstructions.held.title', { domain })}>
            {t('domainInstructions.held.text', { company: partner.companyName })}
          </Banner>
        )}
      </DomainRecords>
      <p className="mt-6 text-small text-2nd print:mt-3">
        {t('domainInstructions.page.until', { date: format.date(data.expiresAt, 'long') })}
      </p>
    </>
  );
}
