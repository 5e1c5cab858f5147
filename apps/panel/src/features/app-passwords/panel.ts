export { AppPasswordsSection } from './app-passwords-section.tsx';
