export { VideoCallTokens } from './video-call-tokens.service.js';
export { videoProviderChecks } from './video-provider-checks.js';
export { VideoLinksModule } from './video-links.module.js';
