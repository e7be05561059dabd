export { StaticFilesModule } from './static-files.module.js';
