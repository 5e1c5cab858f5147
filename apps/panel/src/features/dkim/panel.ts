export { SigningKeys } from './signing-keys.tsx';
