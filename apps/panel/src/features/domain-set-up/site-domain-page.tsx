import { DomainPage } from './domain-page.tsx';
import { OwnDomain } from './own-domain.tsx';
import { SITE_PURPOSES } from '../domain-connection/panel.ts';

/** Connects a domain's site: its address at `@`, its alias at `www`. Spec 2 §2, connect site domain. */
export function SiteDomainPage() {
  return (
    <DomainPage>
      {(data, domain) => <OwnDomain data={data} domain={domain} what="site" purposes={SITE_PURPOSES} />}
    </DomainPage>
  );
}
