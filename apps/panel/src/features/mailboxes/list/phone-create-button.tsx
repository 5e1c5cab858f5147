import { Button } from '@postern/ui/buttons/button';
import { Plus } from 'lucide-react';
import { ThumbBar } from '../../../lib/frame/thumb-bar.tsx';
import { useText } from '../../../lib/i18n/texts.ts';

/** The page's main action on a phone, at the bottom where a thumb reaches it. */
export function PhoneCreateButton({ onCreate }: { onCreate: () => void }) {
  const t = useText();
  return (
    <ThumbBar>
      <Button
        wide
        size="l"
        className="shadow-floating"
        icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={onCreate}
      >
        {t('mailboxes.page.create')}
      </Button>
    </ThumbBar>
  );
}
