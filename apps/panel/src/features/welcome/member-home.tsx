import { formatStorage } from '@postern/domain/mailboxes';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Meter, meterLevel } from '@postern/ui/feedback/meter';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { Avatar } from '@postern/ui/layout/avatar';
import { Card } from '@postern/ui/layout/card';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Laptop, Mail, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { usePartner } from '../../lib/frame/partner.ts';
import { TechnicalName } from '../../lib/i18n/technical-name.tsx';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { AppPasswordsSection } from '../app-passwords/panel.ts';
import { appPasswordsQuery } from '../app-passwords/queries.ts';
import { totpQuery } from '../two-factor/queries.ts';
import { ownMailboxQuery } from './queries.ts';

const loadChange = () => import('./change-password-modal.tsx');

/** The home of a mailbox without admin rights: storage, mail apps, password, app passwords, and who can help. */
export function MemberHome() {
  const t = useText();
  const { bundleId = '', loginEmail = '' } = useSession();
  const { webmail } = usePartner().urls;
  const read = useQuery(ownMailboxQuery(bundleId));
  const passwords = useQuery(appPasswordsQuery(loginEmail));
  const totp = useQuery(totpQuery(loginEmail));
  const email = read.data?.email ?? loginEmail;
  // Until then nobody knows how much there is above or beside the rest, and nothing that is shown is moved.
  const isKnown = [read, passwords, totp].every((each) => !each.isPending);
  return (
    <>
      <PageHeader
        title={t('welcome.member.title')}
        sentence={
          <>
            <span className="wrap-anywhere">{email}</span>
            <TechnicalName name={email} />
          </>
        }
        actions={
          webmail && (
            <ButtonLink
              href={webmail}
              target="_blank"
              rel="noopener noreferrer"
              icon={<Mail size={18} strokeWidth={1.75} aria-hidden="true" />}
            >
              {t('welcome.member.webmail')}
            </ButtonLink>
          )
        }
      />
      <div className="grid items-start gap-x-12 gap-y-7 desk:grid-cols-[minmax(0,1fr)_18rem]">
        <Card>
          {read.data ? (
            <Storage
              used={read.data.quotaUsed}
              limit={read.data.quotaLimit}
              helper={read.data.admins[0]?.displayName}
            />
          ) : read.error ? (
            <div className="p-6">
              <ReadFailed title={t('welcome.member.failed')} read={read} />
            </div>
          ) : (
            <StorageWaiting />
          )}
          <Apps />
          <Password />
          {isKnown && passwords.data && totp.data && (
            <div className={`${PART} [&>section]:mt-0 [&>section>p]:text-label [&_h2]:text-lead!`}>
              <AppPasswordsSection {...passwords.data} isRequired={totp.data.enabledAt !== null} />
            </div>
          )}
        </Card>
        {isKnown && <Helpers admins={read.data?.admins} />}
      </div>
    </>
  );
}

const PART = 'border-t border-line px-6 py-5.5 first:border-t-0 max-phone:px-4 max-phone:py-4.5';

function Storage({ used, limit, helper }: { used: number; limit: number; helper: string | undefined }) {
  const t = useText();
  const locale = useLocale();
  const text = t('welcome.member.storageText', {
    used: formatStorage(used, locale),
    limit: formatStorage(limit, locale),
  });
  const level = meterLevel(used, limit);
  return (
    <section className={PART}>
      <h2 className="text-lead!">{t('welcome.member.storage')}</h2>
      <Meter value={used} max={limit} label={t('welcome.member.storage')} text={text} className="mt-1.5 w-full" />
      {level !== 'normal' && (
        <p className={`mt-2 text-label ${level === 'full' ? 'text-bad' : 'text-warn'}`}>
          {t(`welcome.member.storage.${level}`)}{' '}
          {helper ? t('welcome.member.askFor', { name: helper }) : t('welcome.member.askForAny')}
        </p>
      )}
    </section>
  );
}

/** As tall as `Storage`. */
function StorageWaiting() {
  const t = useText();
  return (
    <section className={PART}>
      <h2 className="text-lead!">{t('welcome.member.storage')}</h2>
      <div className="mt-1.5 text-small leading-[1.4]">
        <Skeleton shape="text" width="8rem" />
      </div>
      <Skeleton height={5} className="mt-1.25" />
    </section>
  );
}

/** Both lead to where the way is explained: a file that arrives without a word helps nobody. */
function Apps() {
  const t = useText();
  return (
    <section className={PART}>
      <h2 className="text-lead!">{t('welcome.member.apps')}</h2>
      <p className="mt-0.75 max-w-[52ch] text-label text-pretty text-2nd">{t('welcome.member.appsText')}</p>
      <div className="mt-3.5 flex flex-wrap gap-x-5 gap-y-2">
        <ButtonLink
          kind="link"
          className="min-h-6! text-label"
          icon={<Smartphone size={16} strokeWidth={1.75} aria-hidden="true" />}
          render={<Link to={PATHS.clientSetup} />}
        >
          {t('welcome.member.apple')}
        </ButtonLink>
        <ButtonLink
          kind="link"
          className="min-h-6! text-label"
          icon={<Laptop size={16} strokeWidth={1.75} aria-hidden="true" />}
          render={<Link to={PATHS.clientSetup} />}
        >
          {t('welcome.member.otherApps')}
        </ButtonLink>
      </div>
    </section>
  );
}

function Password() {
  const t = useText();
  const [turn, setTurn] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const part = usePart(loadChange, isOpen ? 'now' : 'soon');
  function open() {
    setTurn(turn + 1);
    setOpen(true);
  }
  return (
    <section className={`${PART} flex flex-wrap items-center gap-x-6 gap-y-3.5`}>
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-lead!">{t('welcome.member.password')}</h2>
        <p className="mt-0.75 text-label text-pretty text-2nd">{t('welcome.member.passwordText')}</p>
      </div>
      <Button kind="quiet" className="max-phone:w-full" onClick={open}>
        {t('welcome.password.title')}
      </Button>
      {part && <part.ChangePasswordModal key={turn} open={isOpen} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Whom to ask: the admins of the domain, then the company. */
function Helpers({ admins }: { admins: readonly { email: string; displayName: string }[] | undefined }) {
  const t = useText();
  const { companyName, emails } = usePartner();
  return (
    <div className="grid gap-8 desk:pt-5.5">
      <section>
        <h2 className="mb-2.5 text-body!">{t('welcome.member.admins')}</h2>
        <p className="mb-4 text-label text-pretty text-2nd">
          {t(admins?.length === 0 ? 'welcome.member.noAdmins' : 'welcome.member.adminsText')}
        </p>
        <ul className="grid gap-3.5">
          {admins?.map(({ email, displayName }) => (
            <li key={email} className="flex items-center gap-3">
              <Avatar name={displayName || email} />
              <span className="min-w-0">
                <span className="block font-medium leading-[1.3] wrap-anywhere">{displayName || email}</span>
                <a href={`mailto:${email}`} className="inline-block min-h-6 text-small wrap-anywhere">
                  {email}
                </a>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="border-t border-line pt-7">
        <h2 className="mb-2.5 text-body!">{t('welcome.member.help')}</h2>
        <a href={`mailto:${emails.supportEmail}`} className="inline-block min-h-6 text-label wrap-anywhere">
          {t('welcome.member.write', { company: companyName })}
        </a>
      </section>
    </div>
  );
}
