import type { Suspension } from '@postern/contract/mailbox-administration';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { type Text, useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import type { Suspensions } from './use-suspensions.ts';

/** The suspensions of a mailbox: the viewer's own, and others', which only they can lift. Spec 2 §4, account status. */
export function SuspensionList({ own, others }: Pick<Suspensions, 'own' | 'others'>) {
  const t = useText();
  return (
    <div className="grid gap-3.5">
      {own.length > 0 && (
        <Group title={t('mailboxes.suspensions.own', { count: own.length })} suspensions={own} isOwn />
      )}
      {others.length > 0 && (
        <div>
          <Group title={t('mailboxes.suspensions.others', { count: others.length })} suspensions={others} />
          <ContactSupport />
        </div>
      )}
    </div>
  );
}

type GroupProps = { title: string; suspensions: readonly Suspension[]; isOwn?: boolean };

function Group({ title, suspensions, isOwn = false }: GroupProps) {
  const t = useText();
  const format = useFormat();
  const nameOfParty = useNameOfParty();
  return (
    <section>
      <h3 className="text-small font-medium text-2nd">{title}</h3>
      <ul className="mt-1 grid gap-2">
        {suspensions.map((suspension) => (
          <li key={`${suspension.createdOnEpochMillis}-${suspension.suspensionType}`}>
            <p className="break-words">{suspension.suspensionType || t('mailboxes.suspensions.noReason')}</p>
            <p className="text-small break-words text-2nd">
              {t('mailboxes.suspensions.by', {
                who: isOwn ? suspension.userEmail : nameOfParty(suspension.role, t),
                date: format.date(suspension.createdOnEpochMillis),
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who suspended the mailbox, for people to read: staff by their company's name, not by their address. */
function useNameOfParty() {
  const { companyName, productName } = usePartner();
  const { domain = '' } = useSession();
  return (role: string, t: Text): string => {
    if (role === 'domainAdmin' || role === 'accountAdmin') return t('mailboxes.suspensions.byAdmin', { domain });
    return role === 'partnerSupport' ? companyName : productName;
  };
}

/** A link to support, which can lift what the viewer can't. */
function ContactSupport() {
  const t = useText();
  const { emails } = usePartner();
  return (
    <p className="mt-2 text-small text-2nd">
      {t('mailboxes.suspensions.contact')}{' '}
      <a href={`mailto:${emails.supportEmail}`} className="break-words">
        {emails.supportEmail}
      </a>
    </p>
  );
}
