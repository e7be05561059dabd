import { Text } from '#platform/http/parameters/decorators.js';

export class ReportMessageParameters {
  @Text()
  report_type!: string;

  @Text({ default: '' })
  description!: string;
}
