export { DevicesModule } from './devices.module.js';
export { DevicesSnapshot } from './devices.snapshot.js';
