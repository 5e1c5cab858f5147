import type { OutputOf } from '@postern/contract/operation';
import type { authenticatePurchase } from '@postern/contract/purchase';
import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reportEvent } from '../../../lib/events/analytics.ts';
import { ApiError, hasCode } from '../../../lib/http/api-error.ts';
import { pickLocale } from '../../../lib/i18n/locales.ts';
import { chooseLocale, OFFERED_LOCALES, text } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { codeQuestion } from '../../../lib/session/code-question.ts';
import { saveLogin } from '../../../lib/session/session-store.ts';
import { readItem, removeItem, writeItem } from '../../../lib/store/storage.ts';
import { showToast } from '../../../lib/toasts.ts';
import { type Denial, readDenial, reportRefusal } from '../../sign-in/panel.ts';
import type { PurchaseErrorType } from '../purchase-error-screen.tsx';
import { openPurchase, readPurchase, updatePurchase } from '../purchase-store.ts';
import { openLink } from '../queries.ts';
import { showPartner } from './show-partner.ts';

type Entry =
  | { kind: 'opening' }
  | { kind: 'open' }
  /** The visitor's country is sanctioned. */
  | ({ kind: 'denied' } & Denial)
  /** `worthRetry`: there was no answer, so the link may still be valid. */
  | { kind: 'error'; type: PurchaseErrorType; worthRetry: boolean };
type Refused = Extract<Entry, { kind: 'error' }>;
type Answer = OutputOf<typeof authenticatePurchase>;

const INVALID: Refused = { kind: 'error', type: 'invalidParams', worthRetry: false };
const DENIED: Entry = { kind: 'error', type: 'purchaseDenied', worthRetry: false };

/** Opens the purchase that the address links to, and removes the link from the address. A reload continues the purchase. Spec 1 §4. */
export function usePurchaseEntry(): { entry: Entry; retry: () => void } {
  const { history } = useRouter() as { history: RouterHistory };
  const navigate = useNavigate();
  const [entry, setEntry] = useState<Entry>({ kind: 'opening' });
  const opening = useRef<Promise<Entry | null> | null>(null);

  /** One at a time, even if effects run twice. */
  const open = useCallback(() => {
    opening.current ??= openOrRefuse((path) => void navigate({ to: path, replace: true }));
    return opening.current;
  }, [navigate]);

  useEffect(() => {
    takeLink(history);
    void open().then((end) => end && setEntry(end));
  }, [history, open]);

  function retry() {
    opening.current = null;
    setEntry({ kind: 'opening' });
    void open().then((end) => end && setEntry(end));
  }
  return { entry, retry };
}

/** Moves the signed link from the address to the tab's storage, where it stays until it is answered. */
function takeLink(history: RouterHistory): void {
  const query = new URLSearchParams(history.location.search);
  const [jwt, partnerId] = [query.get('jwt'), query.get('partnerId')];
  if (jwt === null && partnerId === null) return;
  updatePurchase({ link: { jwt: jwt ?? '', partnerId: partnerId ?? '' } });
  query.delete('jwt');
  query.delete('partnerId');
  history.replace(query.size > 0 ? `${PATHS.purchase}?${query}` : PATHS.purchase);
}

/** Handles a link that signs in instead of opening a purchase: leads to the panel, or to the screen for a failed sign-in. */
type LeadTo = (path: typeof PATHS.login | typeof PATHS.autoLogin | typeof PATHS.autoLoginError) => void;

/** Null if the visitor is redirected to another screen. */
async function openOrRefuse(leadTo: LeadTo): Promise<Entry | null> {
  const { link, opened, done } = readPurchase();
  try {
    if (link) return await openTheLink(link, leadTo);
    if (!opened && !done) return INVALID;
    await showPartner(opened?.partnerId ?? null);
    return { kind: 'open' };
  } catch (error) {
    if (hasCode(error, 'TOTP_REQUIRED')) {
      updatePurchase({ link: null });
      codeQuestion.write(String(error.attrs['challenge']));
      leadTo(PATHS.autoLogin);
      return null;
    }
    // The link isn't used up, and a reload asks again.
    if (hasCode(error, 'OFAC_SANCTIONED_COUNTRY')) {
      reportRefusal(error);
      return { kind: 'denied', ...(await readDenial(error)) };
    }
    showToast(text('purchaseFlow.APIFailure'), { kind: 'error' });
    const wasAnswered = error instanceof ApiError && error.kind === 'refused' && error.status < 500;
    if (wasAnswered) updatePurchase({ link: null });
    return { ...INVALID, worthRetry: !wasAnswered };
  }
}

async function openTheLink(link: { jwt: string; partnerId: string }, leadTo: LeadTo): Promise<Entry | null> {
  if (link.jwt === '' || !/^\d{1,10}$/.test(link.partnerId)) {
    updatePurchase({ link: null });
    return INVALID;
  }
  const [answer] = await Promise.all([
    openLink({ jwt: link.jwt, partnerId: Number(link.partnerId) }),
    showPartner(Number(link.partnerId)).catch(() => {}),
  ]);
  await showPartner(answer.partnerInternalId);
  return await follow(answer, leadTo);
}

async function follow({ flow, params, partnerInternalId }: Answer, leadTo: LeadTo): Promise<Entry | null> {
  if (flow === 'panel_login') {
    updatePurchase({ link: null });
    if (!params.login) {
      leadTo(PATHS.autoLoginError);
      return null;
    }
    if (params.config === 'widget') writeItem('local', 'view', 'widget');
    else removeItem('local', 'view');
    saveLogin(params.login);
    leadTo(PATHS.login);
    return null;
  }
  const { token, claims } = params;
  if (flow !== 'purchase' || !token || !claims) {
    updatePurchase({ link: null });
    return DENIED;
  }
  await speak(claims.locale);
  const { billingAddress, customerTaxDetails, cardDetails, cardGateway, blockedCountries = [] } = params;
  openPurchase({
    token,
    claims,
    partnerId: partnerInternalId,
    blockedCountries,
    ...(billingAddress ? { billingAddress } : {}),
    ...(customerTaxDetails ? { customerTaxDetails } : {}),
    ...(cardDetails ? { cardDetails } : {}),
    ...(cardGateway ? { cardGateway } : {}),
  });
  reportEvent('purchase_started', { partner: partnerInternalId, domain: claims.domainName, plan: claims.planType });
  return { kind: 'open' };
}

/** Uses the link's language until the buyer chooses one. */
async function speak(locale: string | null): Promise<void> {
  if (locale === null || readItem('session', 'lang') !== null || readItem('local', 'postern.locale') !== null) return;
  await chooseLocale(pickLocale([locale, ...navigator.languages], OFFERED_LOCALES)).catch(() => {});
}
