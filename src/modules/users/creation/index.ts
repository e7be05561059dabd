export { CreateUserService } from './create-user.service.js';
export { UserCreationModule } from './user-creation.module.js';
