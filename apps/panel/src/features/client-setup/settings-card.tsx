import { showNames } from '@postern/domain/addresses';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { Card } from '@postern/ui/layout/card';
import { type ReactNode, useId, useRef } from 'react';
import { useText } from '../../lib/i18n/texts.ts';

/** One value that an app asks for; `isSaid` is described in words instead, with nothing to copy. */
export type Setting = { name: string; value: string; isSaid?: boolean };

type Props = { title: string; tag?: ReactNode; text?: string; settings: readonly Setting[] };

/** Values that belong together in an app's form, each with a copy button. */
export function SettingsCard({ title, tag, text, settings }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 id={id} className="text-lead!">
          {title}
        </h3>
        {tag}
      </div>
      {text && <p className="prose-width mt-1 text-label text-2nd">{text}</p>}
      <Card className="mt-3">
        <dl className="divide-y divide-line">
          {settings.map((setting) => (
            <Row key={setting.name + setting.value} setting={setting} of={title} />
          ))}
        </dl>
      </Card>
    </section>
  );
}

function Row({ setting: { name, value, isSaid = false }, of }: { setting: Setting; of: string }) {
  const t = useText();
  const source = useRef<HTMLElement>(null);
  const shown = showNames(value);
  return (
    <div className="px-4 py-2 phone:flex phone:min-h-12 phone:items-center phone:gap-4 phone:px-5">
      <dt className="text-small text-2nd phone:w-36 phone:flex-none phone:text-label">{name}</dt>
      <dd className="flex min-h-8 min-w-0 flex-1 items-center gap-4">
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">
          <span ref={source}>{value}</span>
          {/* Many apps accept only the technical form, so that is copied. */}
          {shown !== value && <span className="block text-small font-normal text-2nd">{shown}</span>}
        </span>
        {!isSaid && (
          <CopyButton
            text={value}
            source={source}
            subject={`${of}: ${name}`}
            idleLabel={t('clientSetup.copy.idle')}
            copiedLabel={t('clientSetup.copy.copied')}
            failedLabel={t('clientSetup.copy.failed')}
            bare="phone"
            className="flex-none"
          />
        )}
      </dd>
    </div>
  );
}
