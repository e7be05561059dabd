export { RerenderModule } from './rerender.module.js';
