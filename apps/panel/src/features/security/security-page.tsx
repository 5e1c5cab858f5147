import { isAccountOwner } from '@postern/domain/customer-data';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { useRole } from '../../lib/access/use-role.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { WaitingCard } from '../../lib/loading/waiting.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { AppPasswordsSection } from '../app-passwords/panel.ts';
import { appPasswordsQuery } from '../app-passwords/queries.ts';
import { YourDataSection } from '../customer-data/panel.ts';
import { SignInsSection } from '../sign-in-history/panel.ts';
import { TwoFactorCard } from '../two-factor/panel.ts';
import { totpQuery } from '../two-factor/queries.ts';

/** How the visitor signs in: the second factor, the passwords of mail apps, recent sign-ins; and the account's data. Spec 2 §6. */
export function SecurityPage() {
  const t = useText();
  const { loginEmail = '', accountId } = useSession();
  // A customer login has no mailbox that an app could open.
  const hasMailbox = accountId !== undefined;
  const isOwner = isAccountOwner({ role: useRole(), hasMailbox });
  const totp = useQuery(totpQuery(loginEmail));
  const passwords = useQuery({ ...appPasswordsQuery(loginEmail), enabled: hasMailbox });
  const failed = [totp, passwords].find((read) => read.error && !read.data);
  const isRead = totp.data !== undefined && (!hasMailbox || passwords.data !== undefined);
  return (
    <div className="page-narrow">
      <PageHeader
        title={t('security.page.title')}
        sentence={t(hasMailbox ? 'security.page.sentence' : 'security.page.sentenceCustomer', { email: loginEmail })}
      />
      {failed ? (
        <ReadFailed title={t('security.failed.title')} read={failed} />
      ) : isRead ? (
        <>
          <TwoFactorCard totp={totp.data} hasMailbox={hasMailbox} />
          {passwords.data && <AppPasswordsSection {...passwords.data} isRequired={totp.data.enabledAt !== null} />}
          <SignInsSection />
          {isOwner && <YourDataSection />}
        </>
      ) : (
        <WaitingCard heading="40%" button="9rem" />
      )}
    </div>
  );
}
