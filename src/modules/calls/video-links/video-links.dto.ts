import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class CreateZoomCallDto {
  @Bool({ default: true })
  is_video_call!: boolean;
}

export class CreateBigBlueButtonCallDto {
  @Text()
  meeting_name!: string;

  @Bool({ default: false })
  voice_only!: boolean;
}

export class CreateNextcloudTalkCallDto {
  @Text()
  room_name!: string;
}

export class JoinBigBlueButtonCallDto {
  @Text()
  bigbluebutton!: string;
}

/** Parameters of the provider, which the OAuth library reads from the whole query. */
export class CompleteConnectionDto {
  @Text({ optional: true })
  code?: string;

  @Text({ optional: true })
  state?: string;

  @Text({ optional: true })
  error?: string;
}
