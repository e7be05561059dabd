import { TextList } from '#platform/http/parameters/decorators.js';

export class AlertWordsDto {
  @TextList({ maxLength: 100 })
  alert_words!: string[];
}
