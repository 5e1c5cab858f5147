import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Fragment } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSize } from '../import-facts.ts';
import type { ConnectionTest } from '../queries.ts';
import type { sumsOf } from './tested-folders.ts';
import type { Destination } from './use-destination.ts';

const MB = 1024 * 1024;

type Props = {
  answer: ConnectionTest | null;
  sums: ReturnType<typeof sumsOf> | null;
  destination: Destination | null;
  /** What the server told about a certificate that isn't valid. */
  certificate: Record<string, unknown> | null;
  testing: boolean;
  onTestAgain: () => void;
  onAccept: (fingerprint: string) => void;
};

/** The test of the connection: its button, then what it found. Bad news are at the fields; only a certificate's are here. */
export function ConnectionNote({ answer, sums, destination, certificate, testing, onTestAgain, onAccept }: Props) {
  const t = useText();
  const format = useFormat();
  const size = useSize();
  if (certificate) return <CertificateNote certificate={certificate} testing={testing} onAccept={onAccept} />;
  if (!answer || !sums)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-md bg-sunken px-4 py-3.5">
        <p role="status" className="min-w-[min(100%,14rem)] flex-1 text-label text-2nd">
          {t(testing ? 'mailImport.new.testing' : 'mailImport.new.testFirst')}
        </p>
        <Button type="submit" pending={testing}>
          {t('mailImport.new.test')}
        </Button>
      </div>
    );
  const found = t('mailImport.new.found', {
    count: sums.messages,
    messages: format.number(sums.messages),
    folders: sums.folders,
  });
  const free = destination ? Math.max(0, (destination.quotaLimit - destination.quotaUsed) * MB) : answer.freeBytes;
  const facts = [
    sums.bytes > 0
      ? t('mailImport.new.foundBytes', { found, size: size(sums.bytes) })
      : t('mailImport.new.foundOnly', { found }),
    t('mailImport.new.free', { size: size(free) }),
  ];
  return (
    <Banner
      kind="good"
      live
      title={t(sums.messages === 0 ? 'mailImport.new.worksEmpty' : 'mailImport.new.works')}
      action={
        <Button kind="quiet" size="s" pending={testing} onClick={onTestAgain}>
          {t('mailImport.new.test')}
        </Button>
      }
    >
      <span className="num">{facts.join(' ')}</span>
    </Banner>
  );
}

/** What people can understand of the codes of OpenSSL and Node. */
const CERTIFICATE_FAULTS = [
  { fault: 'EXPIRED', codes: /EXPIRED/ },
  { fault: 'SELF_SIGNED', codes: /SELF_SIGNED/ },
  { fault: 'OTHER_NAME', codes: /ALTNAME|HOSTNAME/ },
  { fault: 'UNKNOWN_ISSUER', codes: /UNABLE_TO|ISSUER|INVALID_CA/ },
] as const;

type CertificateProps = Pick<Props, 'testing' | 'onAccept'> & { certificate: Record<string, unknown> };

/** A certificate that isn't valid is accepted only after the person has compared its fingerprint. */
function CertificateNote({ certificate, testing, onAccept }: CertificateProps) {
  const t = useText();
  const { reason, fingerprint } = certificate;
  const why = CERTIFICATE_FAULTS.find(({ codes }) => codes.test(String(reason)))?.fault ?? 'OTHER';
  return (
    <Banner
      kind="warn"
      live
      title={t(`mailImport.certificate.${why}`)}
      action={
        typeof fingerprint === 'string' && (
          <Button kind="quiet" size="s" pending={testing} onClick={() => onAccept(fingerprint)}>
            {t('mailImport.certificate.accept')}
          </Button>
        )
      }
    >
      {t('mailImport.certificate.text')}
      {typeof fingerprint === 'string' && (
        <code className="mt-1.5 block font-mono text-small text-text">
          <Fingerprint value={fingerprint} />
        </code>
      )}
    </Banner>
  );
}

/** Its lines end after whole groups of four bytes, which people compare. A copy of it has no breaks. */
const Fingerprint = ({ value }: { value: string }) =>
  [...value.matchAll(/.{1,12}/g)].map(({ 0: group, index }) => (
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ));
