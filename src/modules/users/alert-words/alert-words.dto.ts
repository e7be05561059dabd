import { TextList } from '#platform/http/parameters/decorators.js';

export class AlertWordsParameters {
  @TextList({ maxLength: 100 })
  alert_words!: string[];
}
