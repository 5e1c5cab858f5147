export { plansOffered } from './plans/plans-offered.ts';
export { priceNow } from './plans/price-now.ts';
export { type Offers, useOffers } from './use-offers.ts';
export { PageColumns } from './pay/page-columns.tsx';
export { QuoteCard } from './pay/quote-card.tsx';
