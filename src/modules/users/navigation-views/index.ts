export { NavigationViewsModule } from './navigation-views.module.js';
export { NavigationViewsSnapshot } from './navigation-views.snapshot.js';
