import { showNames } from '@postern/domain/addresses';
import { useText } from './texts.ts';

/** The ASCII form of a name, which other providers' forms and older programs want; nothing if it is the same as the name people read. */
export function TechnicalName({ name }: { name: string }) {
  const t = useText();
  if (showNames(name) === name) return null;
  return (
    <span className="mt-1 block text-small text-2nd">
      {t('app.technicalName')} <span className="inline-block max-w-full font-mono wrap-anywhere">{name}</span>
    </span>
  );
}
