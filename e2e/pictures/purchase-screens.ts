import { CARDS } from '../steps/buy.ts';
import { button, field, openLink, type Tour } from './tour.ts';

/** The whole checkout; ends in the panel of the new domain. */
export async function photographPurchase(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await photographPlans(tour);
  await openLink(tour);
  await button(tour, 'purchase.counter.more').click();
  await camera.take(page, 'purchase', '1-plan');
  await button(tour, 'purchase.next.details').click();
  await photographDetails(tour);
  await button(tour, 'purchase.next.payment').click();
  await page.getByRole('heading', { name: words('purchase.payment.title') }).waitFor();
  const isCardDue = await photographPayment(tour);
  await page
    .getByRole('button', { name: isCardDue ? words('purchase.payment.pay') : words('purchase.payment.payNow') })
    .filter({ visible: true })
    .click();
  await button(tour, 'purchase.success.open').waitFor();
  await camera.take(page, 'purchase', '4-success');
  await button(tour, 'purchase.success.open').click();
  await page.waitForURL(/email-accounts/);
}

async function photographPlans(tour: Tour): Promise<void> {
  for (const plan of ['trial', 'free']) {
    await openLink(tour, { plan });
    await button(tour, 'purchase.next.details').waitFor();
    await tour.camera.take(tour.page, 'purchase', `1-plan-${plan}`);
  }
  await tour.page.goto(`${tour.postern.url}/partner/purchase?jwt=broken&partnerId=${tour.partner}`);
  await tour.page.getByRole('heading', { name: tour.words('purchase.error.invalidTitle') }).waitFor();
  await tour.camera.take(tour.page, 'purchase', '5-link-broken');
  await openLink(tour, { domain: 'bluebottle.example' });
  await tour.page.getByRole('heading', { name: tour.words('purchase.error.deniedTitle') }).waitFor();
  await tour.camera.take(tour.page, 'purchase', '5-denied');
}

async function photographDetails(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await field(tour, 'purchase.details.city').waitFor();
  await camera.take(page, 'purchase', '2-details');
  await chooseCountry(tour, /^(United States|Vereinigte Staaten)$/);
  await button(tour, 'purchase.next.payment').click();
  await camera.take(page, 'purchase', '2-details-invalid');
  await field(tour, 'purchase.details.companyAddress').fill('Hafenstraße 12');
  await field(tour, 'purchase.details.city').fill('Hamburg');
  await chooseCountry(tour, /^Iran$/);
  await button(tour, 'purchase.next.payment').click();
  await page.getByRole('dialog').waitFor();
  await camera.take(page, 'purchase', '2-country-blocked');
  await page.getByRole('button', { name: words('purchase.country.gotIt') }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await chooseCountry(tour, /^(Germany|Deutschland)$/);
}

async function chooseCountry({ page, words }: Tour, name: RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: words('purchase.details.country') })
    .fill(name.source.includes('Iran') ? 'Iran' : name.source.includes('United') ? 'Sta' : 'e');
  await page.getByRole('option', { name }).click();
}

/** Returns whether a card is required. */
async function photographPayment(tour: Tour): Promise<boolean> {
  const { page, camera, words } = tour;
  const number = field(tour, 'purchase.card.number');
  const partnerPays = page.getByText(words('purchase.payment.partner'));
  await number.or(partnerPays).first().waitFor();
  await camera.take(page, 'purchase', '3-payment');
  if (await partnerPays.isVisible()) return false;
  const pay = page.getByRole('button', { name: words('purchase.payment.pay') }).filter({ visible: true });
  await pay.click();
  await page.getByText(words('purchase.card.problem.number_missing')).waitFor();
  await camera.take(page, 'purchase', '3-payment-invalid');
  await fillCard(tour, CARDS.declined);
  await pay.click();
  await page.getByText(words('purchase.card.problem.card_declined')).waitFor();
  await camera.take(page, 'purchase', '3-payment-declined');
  await fillCard(tour, CARDS.challenged);
  await pay.click();
  await page.getByRole('button', { name: 'Decline' }).waitFor();
  await camera.take(page, 'purchase', '3-bank-asks');
  await page.getByRole('button', { name: 'Decline' }).click();
  await button(tour, 'purchase.failed.ok').waitFor();
  await camera.take(page, 'purchase', '3-payment-failed');
  await button(tour, 'purchase.failed.ok').click();
  await fillCard(tour, CARDS.good);
  await camera.take(page, 'purchase', '3-payment-filled');
  return true;
}

async function fillCard(tour: Tour, card: string): Promise<void> {
  await field(tour, 'purchase.card.number').fill(card);
  await field(tour, 'purchase.card.expiry').fill('0440');
  await field(tour, 'purchase.card.cvc').fill('123');
}
