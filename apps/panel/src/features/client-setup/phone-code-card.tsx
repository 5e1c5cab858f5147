import { Card } from '@postern/ui/layout/card';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { QrCode } from '../two-factor/panel.ts';

/**
 * Opens this page for the mailbox on a phone whose camera is pointed at the code. The code is only an address, of the host that the panel is
 * open at, which is the partner's own; who may see what is there is decided by the sign-in on the phone.
 */
export function PhoneCodeCard({ email }: { email: string }) {
  const t = useText();
  const address = `${window.location.origin}${PATHS.clientSetup}?${new URLSearchParams({ mailbox: email }).toString()}`;
  return (
    <Card className="mb-6 flex items-center gap-5 px-4 py-4 phone:px-5">
      <QrCode
        text={address}
        label={t('clientSetup.phone.qrLabel', { email })}
        className="size-36 flex-none rounded-md border border-line"
      />
      <div className="min-w-0 flex-1">
        <h2 className="text-body font-strong">{t('clientSetup.phone.title')}</h2>
        <p className="prose-width mt-1 text-label text-pretty wrap-anywhere text-2nd">
          {t('clientSetup.phone.text', { email })}
        </p>
      </div>
    </Card>
  );
}
