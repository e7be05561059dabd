export { PrincipalsService } from './principals.service.js';
export { StreamDisclosure } from './stream-disclosure.service.js';
export { SubscriptionNotices } from './subscription-notices.service.js';
export { SubscriptionsModule } from './subscriptions.module.js';
export { SubscriptionsService } from './subscriptions.service.js';
