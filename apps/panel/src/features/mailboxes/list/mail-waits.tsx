import { mayWithDomain } from '@postern/domain/domain-connection';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRole } from '../../../lib/access/use-role.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { usePart } from '../../../lib/loading/use-part.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { loadMailStateNote } from '../../domain-connection/panel.ts';
import { domainConnectionQuery, mailTrouble } from '../../domain-connection/queries.ts';

/** Says above the list that its mailboxes can't send or receive yet, and leads to what they wait for. */
export function MailWaits() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const mayRead = mayWithDomain(useRole(), 'read');
  // The frame has asked for it already.
  const { data } = useQuery({ ...domainConnectionQuery(bundleId), enabled: mayRead });
  const isTroubled = data !== undefined && mailTrouble(data) !== null;
  const note = usePart(loadMailStateNote, isTroubled ? 'soon' : 'later');
  if (!isTroubled || !note) return null;
  const action = (
    <ButtonLink kind="quiet" size="s" render={<Link to={PATHS.domainSetUp} />}>
      {t('mailboxes.mail.open')}
    </ButtonLink>
  );
  return <note.MailStateNote data={data} domain={domain} action={action} className="mb-5" />;
}
