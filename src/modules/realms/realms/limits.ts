// The limits of this server, with the names under which POST /register returns them.
// Lengths are in code points, sizes in MiB.
import { MAX_PICTURE_MEBIBYTES } from '#modules/uploads/pictures';

export const LIMITS = {
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 100,
  max_channel_folder_description_length: 1024,
  max_topic_length: 60,
  max_message_length: 10_000,
  max_reminder_note_length: 500,
  max_bulk_new_subscription_messages: 100,
  max_icon_file_size_mib: MAX_PICTURE_MEBIBYTES,
  max_logo_file_size_mib: MAX_PICTURE_MEBIBYTES,
  max_avatar_file_size_mib: MAX_PICTURE_MEBIBYTES,
  password_min_length: 8,
  password_max_length: 100,
  password_min_guesses: 0,
};
