export { TwoFactorCard } from './two-factor-card.tsx';
