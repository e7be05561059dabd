export { EncountersModule } from './encounters.module.js';
export { Encounters } from './encounters.service.js';
