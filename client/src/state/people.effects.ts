// The people of the organization.
import type { Effects } from './effects.js';

export const peopleEffects: Effects = {
};
