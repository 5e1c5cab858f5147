export { SignInsSection } from './sign-ins-section.tsx';
