/** Users that share the same affected messages, and the ids of these messages, ascending. */
export interface UserMessageGroup {
  messageIds: number[];
  userIds: number[];
}

/** Selects `UserMessageGroup`s from the CTE `affected (user_id, message_id)`. */
export const GROUPS_OF_AFFECTED = `
  SELECT to_json(message_ids) AS "messageIds", json_agg(user_id ORDER BY user_id) AS "userIds"
  FROM (
    SELECT user_id, array_agg(message_id ORDER BY message_id) AS message_ids
    FROM affected GROUP BY user_id
  ) AS by_user
  GROUP BY message_ids`;
