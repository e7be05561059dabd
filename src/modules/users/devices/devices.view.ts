// Devices in the form of the API, which contains their push registration only.

/** The push registration of a device that is not registered. */
export const NO_PUSH_REGISTRATION = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};
