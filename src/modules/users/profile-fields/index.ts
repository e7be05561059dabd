export { ProfileValueDto } from './profile-fields.dto.js';
export { ProfileFieldsModule } from './profile-fields.module.js';
export { type FieldValueInput, ProfileValues } from './profile-values.service.js';
