import { Text } from '#platform/http/parameters/decorators.js';

export class ReportMessageDto {
  @Text()
  report_type!: string;

  @Text({ default: '' })
  description!: string;
}
