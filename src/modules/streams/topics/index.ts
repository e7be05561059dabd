export { TopicsModule } from './topics.module.js';
