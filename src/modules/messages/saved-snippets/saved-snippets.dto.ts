import { LIMITS } from '#modules/realms/realms';
import { Text, type TextOptions } from '#platform/http/parameters/decorators.js';

const TITLE: TextOptions = { trim: true, minLength: 1, maxLength: 60 };
const CONTENT: TextOptions = { trim: true, minLength: 1, maxLength: LIMITS.max_message_length };

export class CreateSavedSnippetDto {
  @Text(TITLE)
  title!: string;

  @Text(CONTENT)
  content!: string;
}

export class EditSavedSnippetDto {
  @Text({ ...TITLE, optional: true })
  title?: string;

  @Text({ ...CONTENT, optional: true })
  content?: string;
}
