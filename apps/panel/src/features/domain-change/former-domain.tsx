import type { DomainChange } from '@postern/contract/domain-change';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Banner } from '@postern/ui/feedback/banner';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';

/** What still works with the former domain, and what is left to do for the new one. */
export function FormerDomain({ change, until }: { change: DomainChange; until: string }) {
  const t = useText();
  const { date } = useFormat();
  const { fromDomain, toDomain } = change;
  return (
    <Banner
      kind="good"
      title={t('domainChange.former.title', { toDomain })}
      className="mb-6"
      action={
        <ButtonLink kind="quiet" size="s" render={<Link to={PATHS.domainSetUp} />}>
          {t('domainChange.former.setUp')}
        </ButtonLink>
      }
    >
      {t('domainChange.former.text', { fromDomain, until: date(until, 'long') })}
    </Banner>
  );
}
