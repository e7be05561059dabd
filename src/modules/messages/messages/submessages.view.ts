/** As stored and as on the wire. */
export interface Submessage {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  /** JSON. */
  content: string;
}
