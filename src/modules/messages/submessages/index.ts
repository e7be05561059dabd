export { SubmessagesModule } from './submessages.module.js';
export { SubmessagesRepository } from './submessages.repository.js';
export { WIDGET, type Widget, widgetOf, widgetProblem } from './widgets.js';
