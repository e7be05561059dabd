export { ProfileValueDto } from './profile-fields.dto.js';
export { ProfileFieldsModule } from './profile-fields.module.js';
export { type GivenFieldValue, ProfileValues } from './profile-values.service.js';
