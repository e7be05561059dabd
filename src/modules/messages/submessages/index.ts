export { SubmessagesModule } from './submessages.module.js';
export { SubmessagesService } from './submessages.service.js';
export { type Widget, widgetOf, widgetProblem } from './widgets.js';
