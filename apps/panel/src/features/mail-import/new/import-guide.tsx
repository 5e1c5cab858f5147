import { KNOWN_MAIL_PROVIDERS } from '@postern/domain/mail-providers';
import { SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { ExternalLink } from 'lucide-react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { RichText } from '../../../lib/i18n/rich-text.tsx';
import { useText } from '../../../lib/i18n/texts.ts';
import type { OfferedSignIn } from '../sign-in/sign-in-queries.ts';

const STEPS = ['mailImport.guide.password', 'mailImport.guide.server', 'mailImport.guide.time'] as const;

const SIGN_IN_STEPS = ['mailImport.signIn.guideAddress', 'mailImport.guide.time'] as const;

/** What a person needs before the start, and what their provider wants first. */
export function ImportGuide({ providerId, offers }: { providerId: string | null; offers: readonly OfferedSignIn[] }) {
  const t = useText();
  const format = useFormat();
  const provider = KNOWN_MAIL_PROVIDERS.find((one) => one.providerId === providerId) ?? null;
  const offer = offers.find((one) => one.provider === providerId);
  const steps = offer === undefined ? STEPS : SIGN_IN_STEPS;
  const bold = (words: string) => <b className="font-strong text-text">{words}</b>;
  const source = (words: string) => <Away href={provider?.source.address ?? ''}>{words}</Away>;
  const linked = KNOWN_MAIL_PROVIDERS.filter(
    ({ providerId: id, helpAddress }) => helpAddress !== null && !offers.some((one) => one.provider === id),
  );
  return (
    <aside aria-label={t('mailImport.guide.title')} className="text-label">
      <h2 className="text-lead!">{t('mailImport.guide.title')}</h2>
      <ol className="mt-3 grid gap-3.5">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-2nd">
            <span
              aria-hidden="true"
              className="grid size-6 flex-none place-items-center rounded-full border-[1.5px] border-line-strong text-small leading-none font-semibold"
            >
              {index + 1}
            </span>
            <span className="min-w-0 text-pretty">
              <RichText text={t(step)} parts={{ bold }} />
            </span>
          </li>
        ))}
      </ol>
      <hr className="my-6 border-line" />
      {provider ? (
        <section aria-labelledby="import-provider">
          <h2 id="import-provider" className="text-lead!">
            {provider.name}
          </h2>
          <p className="mt-1.5 text-pretty text-2nd">
            {offer === undefined
              ? t(`mailImport.guide.${provider.access}`, { provider: provider.name })
              : t('mailImport.signIn.guide', { provider: SIGN_IN_NAMES[offer.provider] })}
          </p>
          {provider.helpAddress && offer === undefined && (
            <p className="mt-2">
              <Away href={provider.helpAddress}>{t('mailImport.guide.help', { provider: provider.name })}</Away>
            </p>
          )}
          {provider.server && offer === undefined && (
            <p className="mt-2 text-small text-3rd">
              <RichText
                text={t('mailImport.guide.source', { date: format.date(provider.source.date, 'long') })}
                parts={{ link: source }}
              />
            </p>
          )}
        </section>
      ) : (
        <section aria-labelledby="import-providers">
          <h2 id="import-providers" className="text-lead!">
            {t('mailImport.guide.steps')}
          </h2>
          <ul className="mt-2.5 grid gap-2.5">
            {linked.map(({ providerId: id, name, access, helpAddress }) => (
              <li key={id}>
                <Away href={helpAddress ?? ''}>{t(`mailImport.guide.link.${access}`, { provider: name })}</Away>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

const Away = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="touch inline-flex items-baseline gap-1">
    {children}
    <ExternalLink size={13} strokeWidth={1.75} aria-hidden="true" className="flex-none self-center" />
  </a>
);
