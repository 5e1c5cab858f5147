import { DomainPage } from './domain-page.tsx';
import { OwnDomain } from './own-domain.tsx';
import { MAIL_PURPOSES } from '../domain-connection/panel.ts';

/** Connects a domain's mail, step by step. Spec 2 §2, domain verification. */
export function DomainSetUpPage() {
  return (
    <DomainPage>
      {(data, domain) => <OwnDomain data={data} domain={domain} what="mail" purposes={MAIL_PURPOSES} />}
    </DomainPage>
  );
}
