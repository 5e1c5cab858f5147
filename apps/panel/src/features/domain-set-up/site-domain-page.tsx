import { SITE_PURPOSES } from '../domain-connection/panel.ts';
import { DomainPage } from './domain-page.tsx';
import { DomainSetUp } from './domain-set-up.tsx';

/** Connects a domain's site: its address at `@`, its alias at `www`. Spec 2 §2, connect site domain. */
export function SiteDomainPage() {
  return (
    <DomainPage>
      {(data, domain) => <DomainSetUp data={data} domain={domain} what="site" purposes={SITE_PURPOSES} />}
    </DomainPage>
  );
}
