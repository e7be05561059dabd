export type { MessageSource, NarrowQuery } from './narrow-query.repository.js';
export { narrowProblem, type NarrowTermInput } from './narrow-terms.js';
export { NarrowModule } from './narrow.module.js';
export { NarrowService } from './narrow.service.js';
