import { Switch } from '@postern/ui/forms/switch';
import { useMutation } from '@tanstack/react-query';
import { usePartner } from '../../lib/frame/partner.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { askDespitePartnerMutation } from './queries.ts';

/** The switch that asks for the code even when the partner signs the visitor in. Turning it off needs the password. */
export function DespitePartner({ isAsked }: { isAsked: boolean }) {
  const t = useText();
  const { companyName: company } = usePartner();
  const { loginEmail = '', bundleId = '' } = useSession();
  const { mutate, isPending } = useMutation({
    ...askDespitePartnerMutation({ email: loginEmail, bundleId }),
    onError: (error) => showToast(errorText(error, t), { kind: 'error' }),
  });
  return (
    <Switch
      className="mt-5"
      checked={isAsked}
      onCheckedChange={(wanted) => mutate(wanted)}
      pending={isPending}
      hint={t('twoFactor.partner.hint', { company })}
    >
      {t('twoFactor.partner.label', { company })}
    </Switch>
  );
}
