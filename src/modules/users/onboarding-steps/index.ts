export { OnboardingStepsModule } from './onboarding-steps.module.js';
