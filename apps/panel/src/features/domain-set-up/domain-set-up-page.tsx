import { MAIL_PURPOSES } from '../domain-connection/panel.ts';
import { DomainPage } from './domain-page.tsx';
import { DomainSetUp } from './domain-set-up.tsx';

/** Connects a domain's mail, step by step. Spec 2 §2, domain verification. */
export function DomainSetUpPage() {
  return (
    <DomainPage>
      {(data, domain) => <DomainSetUp data={data} domain={domain} what="mail" purposes={MAIL_PURPOSES} />}
    </DomainPage>
  );
}
