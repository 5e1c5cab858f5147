import { Button } from '@postern/ui/buttons/button';
import { FootBar } from '@postern/ui/layout/foot-bar';
import { Plus } from 'lucide-react';
import { useText } from '../../../lib/i18n/texts.ts';

/** The page's main action on a phone, at the bottom where a thumb reaches it. */
export function PhoneCreateButton({ onCreate }: { onCreate: () => void }) {
  const t = useText();
  return (
    <FootBar className="fixed inset-x-4 bottom-[max(16px,env(safe-area-inset-bottom))] z-10 desk:hidden">
      <Button
        wide
        size="l"
        className="shadow-floating"
        icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={onCreate}
      >
        {t('mailboxes.page.create')}
      </Button>
    </FootBar>
  );
}
