export { TopicIconsService } from './topic-icons.service.js';
export { TopicsModule } from './topics.module.js';
