export { TopicIconsService, type TopicPlace } from './topic-icons.service.js';
export { TopicsModule } from './topics.module.js';
