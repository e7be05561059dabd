export { PrincipalsService } from './principals.service.js';
export { StreamAccessEvents } from './stream-access-events.service.js';
export { SubscriptionNotifications } from './subscription-notifications.service.js';
export { SubscriptionsModule } from './subscriptions.module.js';
export { SubscriptionsService } from './subscriptions.service.js';
