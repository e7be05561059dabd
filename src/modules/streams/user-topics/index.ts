export { AutomaticTopicPolicies, type Participation } from './automatic-topics.service.js';
export { MovedUserTopics } from './moved-user-topics.service.js';
export { UserTopicsModule } from './user-topics.module.js';
export { VISIBILITY_POLICIES, type VisibilityPolicy } from './visibility-policies.js';
