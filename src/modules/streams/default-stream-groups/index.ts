export { DefaultStreamGroupsModule } from './default-stream-groups.module.js';
export { DefaultStreamGroupsService } from './default-stream-groups.service.js';
