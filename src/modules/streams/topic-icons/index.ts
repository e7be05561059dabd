export { TopicIconsModule } from './topic-icons.module.js';
export { TopicIconsService } from './topic-icons.service.js';
