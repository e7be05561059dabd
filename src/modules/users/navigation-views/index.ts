export { NavigationViewsModule } from './navigation-views.module.js';
