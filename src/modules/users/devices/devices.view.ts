// A device as its owner's clients know it: by what they need for push notifications.

/** Of a device that has registered for no notifications. */
export const NO_PUSH_REGISTRATION = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};
