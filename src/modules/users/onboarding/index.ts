export { OnboardingModule } from './onboarding.module.js';
