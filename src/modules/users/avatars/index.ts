export { AvatarPictures } from './avatar-pictures.service.js';
export { AvatarsModule } from './avatars.module.js';
