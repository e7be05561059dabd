export { PlaygroundsModule } from './playgrounds.module.js';
export { PlaygroundsSnapshot } from './playgrounds.snapshot.js';
