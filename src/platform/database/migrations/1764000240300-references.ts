import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes by which rows that name a deleted row are found, and those of an organization. */
export class References1764000240300 implements MigrationInterface {
  readonly name = 'References1764000240300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX bots_default_sending_stream_id ON bots (default_sending_stream_id)
        WHERE default_sending_stream_id IS NOT NULL;
      CREATE INDEX bots_default_events_register_stream_id ON bots (default_events_register_stream_id)
        WHERE default_events_register_stream_id IS NOT NULL;
      CREATE INDEX channel_email_addresses_creator_id ON channel_email_addresses (creator_id);
      CREATE INDEX channel_email_addresses_sender_id ON channel_email_addresses (sender_id);
      CREATE INDEX channel_folders_creator_id ON channel_folders (creator_id);
      CREATE INDEX email_changes_realm_id ON email_changes (realm_id);
      CREATE INDEX event_queues_realm_id ON event_queues (realm_id);
      CREATE INDEX invitation_uses_invitation_id ON invitation_uses (invitation_id);
      CREATE INDEX invitations_realm_id ON invitations (realm_id);
      CREATE INDEX invitations_inviter_id ON invitations (inviter_id);
      CREATE INDEX message_purges_realm_id ON message_purges (realm_id);
      CREATE INDEX message_purges_sender_id ON message_purges (sender_id);
      CREATE INDEX reactions_user_id ON reactions (user_id);
      CREATE INDEX realm_emoji_author_id ON realm_emoji (author_id);
      CREATE INDEX recipients_realm_id ON recipients (realm_id);
      CREATE INDEX streams_creator_id ON streams (creator_id);
      CREATE INDEX submessages_sender_id ON submessages (sender_id);
      CREATE INDEX subscriptions_stream_id ON subscriptions (stream_id);
      CREATE INDEX topic_deletions_realm_id ON topic_deletions (realm_id);
      CREATE INDEX topic_deletions_stream_id ON topic_deletions (stream_id);
      CREATE INDEX topic_deletions_requested_by ON topic_deletions (requested_by);
      CREATE INDEX topic_deletions_only_received_by ON topic_deletions (only_received_by)
        WHERE only_received_by IS NOT NULL;
      CREATE INDEX user_groups_creator_id ON user_groups (creator_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
