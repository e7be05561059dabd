// Generated from api/openapi by `npm run generate`.

export interface components {
    schemas: {
        SipCredentials: {
            /** @description The bearer token for the registrar, a JWT. */
            accessToken: string;
            /** @constant */
            tokenType: "Bearer";
            /** @description The expiry of the access token, in UNIX seconds. */
            expiresAt: number;
            /** @description An opaque token for the next request. */
            refreshToken: string;
            /** @description An opaque alternative to the refresh token. Both form a pair. */
            refreshHandle: string;
            /** @description `sip:<user id>@<domain>`. */
            sipIdentity: string;
            /** @description The granted scopes, separated by spaces. */
            scope: string;
            /** @description The SIP URI of the registrar. */
            registrar: string;
            /** @description For WebRTC. Empty without TURN servers or without the scope `turn`. */
            iceServers: components["schemas"]["IceServer"][];
        };
        /** @description TURN servers with credentials that are valid for an hour. */
        IceServer: {
            urls: string[];
            username: string;
            credential: string;
        };
        /** @description The fields of every successful response. */
        SuccessEnvelope: {
            /** @constant */
            result: "success";
            /**
             * @description Always empty on success.
             * @constant
             */
            msg: "";
            /** @description Sorted names of the parameters that were sent but are not supported by this operation. Absent if there are none. */
            ignored_parameters_unsupported?: string[];
        };
        /**
         * @description 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.
         * @enum {integer}
         */
        Role: 100 | 200 | 300 | 400 | 600;
        /** @description The fields that all forms of a user have. */
        UserBase: {
            user_id: number;
            /** @description The email for API calls: a placeholder email if the delivery email is hidden from the caller. */
            email: string;
            /** @description The delivery email; null if hidden from the caller. */
            delivery_email: string | null;
            full_name: string;
            /** @description Null if the user has not set one. */
            public_username: string | null;
            /** @description ISO 8601 date and time. */
            date_joined: string;
            /** @description Owners are administrators too. */
            is_owner: boolean;
            is_admin: boolean;
            is_guest: boolean;
            is_bot: boolean;
            /**
             * @description 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null except for bots.
             * @enum {integer|null}
             */
            bot_type: 1 | 2 | 3 | 4 | null;
            /** @description Present for bots; null without an owner. */
            bot_owner_id?: number | null;
            role: components["schemas"]["Role"];
            /** @description IANA name; empty if not set. */
            timezone: string;
            /** @description Null if the client computes Gravatar URLs itself. */
            avatar_url?: string | null;
            /** @description Changes with the avatar. */
            avatar_version: number;
            /** @description Imported from another chat system and never logged in since. */
            is_imported_stub: boolean;
            /**
             * @description Only present if true.
             * @constant
             */
            is_deleted?: true;
            profile_data?: components["schemas"]["ProfileData"];
        };
        /** @description A user in user operations and events. */
        User: components["schemas"]["UserBase"] & {
            /** @description False for deactivated users. */
            is_active: boolean;
        };
        /** @description A user in the response of POST /register, in which the list says whether the user is active. `avatar_url` may be absent for clients with the capability `user_avatar_url_field_optional`. */
        RegisteredUser: components["schemas"]["UserBase"];
        /** @description A system bot, which exists in every organization. */
        CrossRealmBot: {
            user_id: number;
            email: string;
            delivery_email: string | null;
            full_name: string;
            /** @description ISO 8601 date and time. */
            date_joined: string;
            is_active?: boolean;
            is_owner: boolean;
            is_admin: boolean;
            is_guest: boolean;
            is_bot: boolean;
            is_system_bot: boolean;
            /** @description Type of bot, as for users. */
            bot_type: number | null;
            bot_owner_id?: number | null;
            role: components["schemas"]["Role"];
            timezone: string;
            avatar_url: string | null;
            avatar_version: number;
            is_imported_stub?: boolean;
        };
        /** @description Values of custom profile fields, keyed by field id. Present on request, except for bots. */
        ProfileData: {
            [key: string]: {
                value: string;
                /** @description HTML; present for field types with Markdown. */
                rendered_value?: string;
            };
        };
        CustomProfileField: {
            id: number;
            /**
             * @description 1 short text, 2 paragraph, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.
             * @enum {integer}
             */
            type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
            order: number;
            name: string;
            hint: string;
            /** @description JSON text with the choices, or the site of external accounts. */
            field_data?: string;
            /**
             * @description Only present if true.
             * @constant
             */
            display_in_profile_summary?: true;
            /** @description Users are asked to complete it. */
            required: boolean;
            /** @description If false, only administrators can set it. */
            editable_by_user: boolean;
            /**
             * @description Only present if true.
             * @constant
             */
            use_for_user_matching?: true;
        };
        /** @description The status of a user; parts that are not set are absent. */
        UserStatus: {
            /**
             * @deprecated
             * @description Opposite of the presence setting.
             */
            away?: boolean;
            status_text?: string;
            emoji_name?: string;
            emoji_code?: string;
            reaction_type?: components["schemas"]["ReactionType"];
        };
        ModernPresence: {
            /** @description UNIX seconds of the last activity. */
            active_timestamp: number;
            /** @description UNIX seconds when a client was last connected. */
            idle_timestamp: number;
        };
        /** @description Presence in the legacy form, once per client name. */
        LegacyPresence: {
            client: string;
            /** @enum {string} */
            status: "active" | "idle";
            /** @description UNIX seconds. */
            timestamp: number;
            /** @description Always false; absent in the aggregate. */
            pushable?: boolean;
        };
        /** @description Settings of an embedded bot. */
        BotConfiguration: {
            [key: string]: string;
        };
        /** @description The data of a bot for its owner and administrators. */
        Bot: {
            user_id: number;
            /** @description Name of a channel. */
            default_sending_stream: string | null;
            /** @description Name of a channel. */
            default_events_register_stream: string | null;
            default_all_public_streams: boolean;
            /** @description For outgoing webhook bots and embedded bots: one entry. */
            services?: ({
                /** @description URL that receives the messages. */
                base_url: string;
                /** @description Secret that authenticates the server. */
                token: string;
                /**
                 * @description Format of the requests: 1 for Zulip, 2 for Slack.
                 * @enum {integer}
                 */
                interface: 1 | 2;
            } | {
                service_name: string;
                config_data: components["schemas"]["BotConfiguration"];
            })[];
        };
        /** @description The bot and the changed property. */
        BotChange: {
            user_id: number;
            default_sending_stream?: string | null;
            default_events_register_stream?: string | null;
            default_all_public_streams?: boolean;
            services?: components["schemas"]["Bot"]["services"];
        };
        /** @description The users with a permission: the id of a user group, or an unnamed set of users and groups. */
        GroupSettingValue: number | {
            /** @description User ids. */
            direct_members: number[];
            /** @description Group ids. */
            direct_subgroups: number[];
        };
        UserGroup: {
            id: number;
            name: string;
            description: string;
            /** @description UNIX seconds; null for groups that are older than this field. */
            date_created: number | null;
            /** @description Null if unknown, and for system groups. */
            creator_id: number | null;
            /** @description Ids of the direct members. */
            members: number[];
            /** @description Ids of the direct subgroups. */
            direct_subgroup_ids: number[];
            /** @description System groups contain the users of a role and cannot be edited. */
            is_system_group: boolean;
            /** @description Who may add members. */
            can_add_members_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may join the group. */
            can_join_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may leave the group. */
            can_leave_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may change all properties of the group. */
            can_manage_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may mention the group in a message. */
            can_mention_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may remove members. */
            can_remove_members_group: components["schemas"]["GroupSettingValue"];
            deactivated: boolean;
        };
        /** @description The values that a permission accepts. */
        GroupPermissionSetting: {
            /** @description Only system groups are allowed. */
            require_system_group: boolean;
            /** @description May include everyone on the internet. */
            allow_internet_group: boolean;
            /** @description May include no users. */
            allow_nobody_group: boolean;
            /** @description May include guests. If false, guests never have the permission. */
            allow_everyone_group: boolean;
            /** @description The system group that has it by default, or `channel_creator` or `group_creator`. */
            default_group_name: string;
            /** @description The default for system groups; null except for settings of user groups. */
            default_for_system_groups: string | null;
            /** @description If not empty, the only system groups that may have the permission. */
            allowed_system_groups: string[];
        };
        /**
         * @description Whether messages may, must not or must be in the topic with the empty name; `inherit` follows the organization.
         * @enum {string}
         */
        TopicsPolicy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
        /** @description The fields that all forms of a channel have. */
        ChannelBase: {
            stream_id: number;
            name: string;
            is_archived: boolean;
            /** @description Markdown. */
            description: string;
            /** @description HTML. */
            rendered_description: string;
            /** @description UNIX seconds. */
            date_created: number;
            /** @description Null if unknown. */
            creator_id: number | null;
            /** @description True for private channels. */
            invite_only: boolean;
            /** @description Readable without an account. */
            is_web_public: boolean;
            /** @description New subscribers can read earlier messages. */
            history_public_to_subscribers: boolean;
            /**
             * @deprecated
             * @description 1 everyone, 2 administrators, 3 full members, 4 moderators; see can_send_message_group.
             * @enum {integer}
             */
            stream_post_policy: 1 | 2 | 3 | 4;
            /**
             * @deprecated
             * @description Only administrators may post.
             */
            is_announcement_only: boolean;
            /** @description Days after which messages are deleted; -1 for never; null follows the organization. */
            message_retention_days: number | null;
            topics_policy: components["schemas"]["TopicsPolicy"];
            /** @description Null if the channel has no messages. */
            first_message_id: number | null;
            /** @description Null if the channel is in no folder. */
            folder_id: number | null;
            /** @description Had messages in recent months. */
            is_recently_active: boolean;
            subscriber_count: number;
            /** @description Messages per week on average; null for new channels. */
            stream_weekly_traffic: number | null;
            /** @description Who may subscribe others. */
            can_add_subscribers_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may unsubscribe others. */
            can_remove_subscribers_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may change the channel. */
            can_administer_channel_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may delete every message. */
            can_delete_any_message_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may delete own messages. */
            can_delete_own_message_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may move messages to other channels. */
            can_move_messages_out_of_channel_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may move messages between topics. */
            can_move_messages_within_channel_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may post. */
            can_send_message_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may subscribe themselves. */
            can_subscribe_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may resolve topics. */
            can_resolve_topics_group: components["schemas"]["GroupSettingValue"];
            /** @description Who may start topics. */
            can_create_topic_group: components["schemas"]["GroupSettingValue"];
        };
        /** @description A channel. */
        Channel: components["schemas"]["ChannelBase"];
        /** @description A channel to which the user was never subscribed. */
        NeverSubscribedChannel: components["schemas"]["ChannelBase"] & {
            /** @description User ids, if all subscribers were requested. */
            subscribers?: number[];
            /** @description User ids of some subscribers; may replace `subscribers` if `partial` was requested. */
            partial_subscribers?: number[];
        };
        /** @description A channel with the user's settings for it. */
        Subscription: components["schemas"]["ChannelBase"] & {
            /** @description User ids, if all subscribers were requested. */
            subscribers?: number[];
            /** @description User ids of some subscribers; may replace `subscribers` if `partial` was requested. */
            partial_subscribers?: number[];
            /** @description Color in the sidebar, `#rrggbb`. */
            color: string;
            pin_to_top: boolean;
            is_muted: boolean;
            /**
             * @deprecated
             * @description Opposite of is_muted.
             */
            in_home_view: boolean;
            /** @description Null follows the setting of the user, as for the next four fields. */
            desktop_notifications: boolean | null;
            audible_notifications: boolean | null;
            push_notifications: boolean | null;
            email_notifications: boolean | null;
            wildcard_mentions_notify: boolean | null;
        };
        /** @description A named set of channels for new users. */
        DefaultChannelGroup: {
            id: number;
            name: string;
            description: string;
            /** @description Channel ids. */
            streams: number[];
        };
        ChannelFolder: {
            id: number;
            name: string;
            /** @description Markdown. */
            description: string;
            /** @description HTML. */
            rendered_description: string;
            /** @description Position, from 0. */
            order: number;
            /** @description UNIX seconds. */
            date_created: number | null;
            creator_id: number | null;
            is_archived: boolean;
        };
        /**
         * @description Namespace of the emoji code: Unicode, uploaded, or built in.
         * @enum {string}
         */
        ReactionType: "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji";
        /** @description For example `read`, `starred`, `mentioned`, `historical`. */
        MessageFlags: string[];
        Reaction: {
            emoji_name: string;
            /** @description Code points in hex, or the id of an uploaded emoji. */
            emoji_code: string;
            reaction_type: components["schemas"]["ReactionType"];
            user_id: number;
        };
        TopicLink: {
            text: string;
            url: string;
        };
        /** @description The fields that all forms of a message have. */
        MessageBase: {
            id: number;
            /**
             * @description `stream` in a channel, `private` for direct messages.
             * @enum {string}
             */
            type: "stream" | "private";
            /** @description HTML, or Markdown if the client requested the source. */
            content: string;
            /** @enum {string} */
            content_type: "text/html" | "text/x-markdown";
            sender_id: number;
            sender_email: string;
            sender_full_name: string;
            /** @description Subdomain of the organization, empty for the root one. */
            sender_realm_str: string;
            /** @description Null if the client computes Gravatar URLs itself. */
            avatar_url: string | null;
            /** @description Name of the client that sent the message. */
            client: string;
            /** @description The same for all messages of one conversation. */
            recipient_id: number;
            /** @description Name of the channel, or the participants of a direct message conversation. */
            display_recipient: string | {
                id: number;
                email: string;
                full_name: string;
                is_mirror_dummy: boolean;
            }[];
            /** @description Channel messages only. */
            stream_id?: number;
            /** @description The topic; empty in direct messages. */
            subject: string;
            /** @description The links of linkifiers in the topic. */
            topic_links: components["schemas"]["TopicLink"][];
            /** @description UNIX seconds of sending. */
            timestamp: number;
            /** @description Starts with `/me `. */
            is_me_message: boolean;
            /** @description Oldest first. */
            reactions: components["schemas"]["Reaction"][];
            /** @description Submessages of polls and to-do lists. */
            submessages: {
                id: number;
                message_id: number;
                sender_id: number;
                msg_type: string;
                /** @description JSON text. */
                content: string;
            }[];
            /** @description UNIX seconds of the last change of the content. Absent if it was not changed. */
            last_edit_timestamp?: number;
            /** @description UNIX seconds of the last move, other than resolving the topic. Absent if it was not moved. */
            last_moved_timestamp?: number;
            /** @description The newest entries, newest first: up to 100, and about 64 KiB of contents. Absent without edits and if the organization hides them. */
            edit_history?: {
                /** @description The user who edited; null if unknown. */
                user_id: number | null;
                /** @description UNIX seconds. */
                timestamp: number;
                /** @description Present if the content changed. */
                prev_content?: string;
                /** @description Present if the content changed. */
                prev_rendered_content?: string;
                /** @description Present if the channel changed. */
                prev_stream?: number;
                /** @description Present if the channel changed. */
                stream?: number;
                /** @description Present if the topic changed. */
                prev_topic?: string;
                /** @description Present if the topic changed. */
                topic?: string;
            }[];
        };
        /** @description A message in the response of GET /messages. */
        Message: components["schemas"]["MessageBase"] & {
            flags: components["schemas"]["MessageFlags"];
            /** @description HTML of the content with highlighted matches. Present for searches. */
            match_content?: string;
            /** @description HTML of the topic with highlighted matches. Present for searches. */
            match_subject?: string;
        };
        /** @description A message in a `message` event, which has the flags in a separate field. */
        EventMessage: components["schemas"]["MessageBase"];
        Attachment: {
            id: number;
            /** @description Original file name. */
            name: string;
            /** @description Part of the URL of the file. */
            path_id: string;
            /** @description Bytes. */
            size: number;
            /** @description UNIX seconds. */
            create_time: number;
            /** @description Messages with a link to the file. */
            message_ids: number[];
        };
        Draft: {
            id: number;
            /**
             * @description Empty without recipients.
             * @enum {string}
             */
            type: "" | "stream" | "private";
            /** @description One channel id, or user ids, or nothing. */
            to: number[];
            /** @description Empty unless the recipient is a channel. */
            topic: string;
            /** @description Markdown. */
            content: string;
            /** @description UNIX seconds of the last change. */
            timestamp: number;
        };
        /** @description A text that the user saved for reuse. */
        SavedSnippet: {
            id: number;
            title: string;
            /** @description Markdown. */
            content: string;
            /** @description UNIX seconds. */
            date_created: number;
        };
        /** @description A message that will be sent later. */
        ScheduledMessage: {
            scheduled_message_id: number;
            /** @enum {string} */
            type: "stream" | "private";
            /** @description Channel id, or user ids. */
            to: number | number[];
            /** @description Channel messages only. */
            topic?: string;
            /** @description Markdown. */
            content: string;
            /** @description HTML. */
            rendered_content: string;
            /** @description UNIX seconds. */
            scheduled_delivery_timestamp: number;
            /** @description The delivery failed. */
            failed: boolean;
        };
        /** @description A direct message to oneself about another message. */
        Reminder: {
            reminder_id: number;
            /** @constant */
            type: "private";
            /** @description The user who set it. */
            to: number[];
            /** @description Markdown. */
            content: string;
            /** @description HTML. */
            rendered_content: string;
            /** @description UNIX seconds. */
            scheduled_delivery_timestamp: number;
            /** @description The delivery failed. */
            failed: boolean;
            /** @description The message that it refers to. */
            reminder_target_message_id: number;
        };
        AuthenticationMethod: {
            enabled: boolean;
            /** @description Whether the plan and the server allow it. */
            available: boolean;
            /** @description Present if not available. */
            unavailable_reason?: string;
        };
        /** @description A custom emoji of the organization. */
        RealmEmoji: {
            id: string;
            name: string;
            source_url: string;
            /** @description First frame of an animated emoji; null for others. */
            still_url: string | null;
            deactivated: boolean;
            /** @description Null if unknown. */
            author_id: number | null;
        };
        /** @description An email domain whose users may join. */
        RealmDomain: {
            domain: string;
            allow_subdomains: boolean;
        };
        /** @description A playground: a site that runs code blocks. */
        RealmPlayground: {
            id: number;
            name: string;
            /** @description Language of its code blocks. */
            pygments_language: string;
            /** @description RFC 6570 template with the variable `code`. */
            url_template: string;
        };
        /** @description A linkifier, which turns text into links. */
        Linkifier: {
            id: number;
            /** @description Regular expression with named groups, `(?P<name>…)`. */
            pattern: string;
            /** @description RFC 6570 template with the named groups as variables. */
            url_template: string;
            /** @description Example of a text that matches. */
            example_input: string | null;
            /** @description Template of the text for a pasted URL; `{name}` inserts a variable. */
            reverse_template: string | null;
            /** @description Further URL templates for pasted URLs. */
            alternative_url_templates: string[];
        };
        RealmExport: {
            id: number;
            acting_user_id: number;
            /** @description UNIX seconds of the start. */
            export_time: number;
            /** @description UNIX seconds; null while the file exists. */
            deleted_timestamp: number | null;
            /** @description UNIX seconds; null unless it failed. */
            failed_timestamp: number | null;
            /** @description Null until finished, and if failed. */
            export_url: string | null;
            pending: boolean;
            /** @description Created by an import; it cannot be deleted here. */
            export_from_prior_server: boolean;
            /** @enum {string} */
            export_type: "public" | "full_with_consent" | "full_without_consent";
        };
        /** @description Settings of an incoming webhook. */
        WebhookConfigOption: {
            key: string;
            label: string;
            validator: string;
        }[];
        /** @description Options in the URL of an incoming webhook. */
        WebhookUrlOption: {
            key: string;
            label: string;
            input_type: string;
        }[];
        /** @description An onboarding step that the user has not seen yet. */
        OnboardingStep: {
            /** @description `one_time_notice`. */
            type: string;
            name: string;
        };
        NavigationView: {
            /** @description The part of the URL after `#`; identifies the view. */
            fragment: string;
            is_pinned: boolean;
            /** @description Present for views of the user. */
            name?: string | null;
        };
        /** @description Settings of users, for which organizations set the defaults of new users. */
        UserSettingsBase: {
            /** @description Null follows the language. */
            twenty_four_hour_time: boolean | null;
            /**
             * @description Scrolling marks as read: 1 always, 2 in conversation views, 3 never.
             * @enum {integer}
             */
            web_mark_read_on_scroll_policy: 1 | 2 | 3;
            /**
             * @description The view that a click on a channel opens: 1 newest topic, 2 all messages, 3 list of topics, 4 first unread topic.
             * @enum {integer}
             */
            web_channel_default_view: 1 | 2 | 3 | 4;
            /** @description Show the number of starred messages. */
            starred_message_counts: boolean;
            /** @description Receive typing notifications. */
            receives_typing_notifications: boolean;
            /** @description Offer to change the time zone if that of the computer differs. */
            web_suggest_update_timezone: boolean;
            /** @description Use the whole width of the window. */
            fluid_layout_width: boolean;
            high_contrast_mode: boolean;
            /** @description Pixels. */
            web_font_size_px: number;
            /** @description Percent. */
            web_line_height_percent: number;
            /**
             * @description 1 automatic, 2 dark, 3 light.
             * @enum {integer}
             */
            color_scheme: 1 | 2 | 3;
            /** @description Turn `:)` into an emoji. */
            translate_emoticons: boolean;
            /** @description Show names instead of counts on reactions. */
            display_emoji_reaction_users: boolean;
            /** @description Language code. */
            default_language: string;
            /** @enum {string} */
            web_home_view: "inbox" | "recent" | "all_messages";
            /** @description The escape key leads to the home view. */
            web_escape_navigates_to_home_view: boolean;
            /** @description List of users on the left in narrow windows. */
            left_side_userlist: boolean;
            /** @enum {string} */
            emojiset: "google" | "twitter" | "text";
            /**
             * @description Move quiet channels down: 1 automatic, 2 always, 3 never.
             * @enum {integer}
             */
            demote_inactive_streams: 1 | 2 | 3;
            /**
             * @description 1 compact, 2 with status, 3 with picture and status.
             * @enum {integer}
             */
            user_list_style: 1 | 2 | 3;
            /** @enum {string} */
            web_animate_image_previews: "always" | "on_hover" | "never";
            /**
             * @description Unread counts: 1 of all channels, 2 of channels that are not muted, 3 of none.
             * @enum {integer}
             */
            web_stream_unreads_count_display_policy: 1 | 2 | 3;
            hide_ai_features: boolean;
            /** @description Group the inbox by folders. */
            web_inbox_show_channel_folders: boolean;
            /** @description Group the sidebar by folders. */
            web_left_sidebar_show_channel_folders: boolean;
            /** @description Sum up unread counts in the sidebar. */
            web_left_sidebar_unreads_count_summary: boolean;
            /** @description Go to the conversation after sending. */
            web_navigate_to_sent_message: boolean;
            /** @description The enter key sends. */
            enter_sends: boolean;
            /** @description Keep drafts on the server. */
            enable_drafts_synchronization: boolean;
            /** @description Desktop notifications for channel messages. */
            enable_stream_desktop_notifications: boolean;
            /** @description Email for channel messages. */
            enable_stream_email_notifications: boolean;
            /** @description Push for channel messages. */
            enable_stream_push_notifications: boolean;
            /** @description Sound for channel messages. */
            enable_stream_audible_notifications: boolean;
            /** @description Name of a sound, or `none`. */
            notification_sound: string;
            /** @description Desktop notifications for direct messages and mentions. */
            enable_desktop_notifications: boolean;
            /** @description Sound for direct messages and mentions. */
            enable_sounds: boolean;
            /** @description Desktop notifications for followed topics. */
            enable_followed_topic_desktop_notifications: boolean;
            /** @description Email for followed topics. */
            enable_followed_topic_email_notifications: boolean;
            /** @description Push for followed topics. */
            enable_followed_topic_push_notifications: boolean;
            /** @description Sound for followed topics. */
            enable_followed_topic_audible_notifications: boolean;
            /** @description Wildcard mentions in followed topics notify the user. */
            enable_followed_topic_wildcard_mentions_notify: boolean;
            /** @description Seconds to wait for further messages before an email is sent. */
            email_notifications_batching_period_seconds: number;
            /** @description Email for direct messages and mentions while offline. */
            enable_offline_email_notifications: boolean;
            /** @description Push for direct messages and mentions while offline. */
            enable_offline_push_notifications: boolean;
            /** @description Push also while online. */
            enable_online_push_notifications: boolean;
            /** @description Digest emails after a long absence. */
            enable_digest_emails: boolean;
            enable_marketing_emails: boolean;
            /** @description Emails about logins from new devices. */
            enable_login_emails: boolean;
            /** @description Emails contain the message. */
            message_content_in_email_notifications: boolean;
            /** @description Desktop notifications contain direct messages. */
            pm_content_in_desktop_notifications: boolean;
            /** @description Wildcard mentions notify the user. */
            wildcard_mentions_notify: boolean;
            /**
             * @description Number on the application icon: 1 all unread, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 none.
             * @enum {integer}
             */
            desktop_icon_count_display: 1 | 2 | 3 | 4;
            /**
             * @description Name of the organization in email subjects: 1 automatic, 2 always, 3 never.
             * @enum {integer}
             */
            realm_name_in_email_notifications_policy: 1 | 2 | 3;
            /**
             * @description When a topic becomes followed: 1 after any contribution, 2 after sending, 3 after starting it, 4 never.
             * @enum {integer}
             */
            automatically_follow_topics_policy: 1 | 2 | 3 | 4;
            /**
             * @description When a topic becomes unmuted in a muted channel: 1 after any contribution, 2 after sending, 3 after starting it, 4 never.
             * @enum {integer}
             */
            automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4;
            automatically_follow_topics_where_mentioned: boolean;
            /**
             * @description The notifications about resolved topics that are marked as read.
             * @enum {string}
             */
            resolved_topic_notice_auto_read_policy: "always" | "except_followed" | "never";
            /** @description Values that notification_sound accepts. */
            available_notification_sounds: string[];
            /** @description Values that emojiset accepts. */
            emojiset_choices: {
                key: string;
                text: string;
            }[];
            /** @description Whether other users see the presence of the user. */
            presence_enabled: boolean;
            /** @description Whether other users are notified of typing in direct messages. */
            send_private_typing_notifications: boolean;
            /** @description Whether other users are notified of typing in channels. */
            send_stream_typing_notifications: boolean;
            /** @description Whether other users see read receipts. */
            send_read_receipts: boolean;
            /** @description Administrators may export private data. */
            allow_private_data_export: boolean;
            /**
             * @description Who sees the delivery email: 1 everyone, 2 members, 3 administrators, 4 no one, 5 moderators.
             * @enum {integer}
             */
            email_address_visibility: 1 | 2 | 3 | 4 | 5;
        };
        /** @description The settings of the user. */
        UserSettings: components["schemas"]["UserSettingsBase"] & {
            /** @description IANA name; empty if not set. */
            timezone: string;
        };
        /** @description The default settings of new users. */
        UserSettingsDefaults: components["schemas"]["UserSettingsBase"];
        /** @description Value of the setting, of its own type. */
        UserSettingValue: boolean | number | string | null;
        /** @description Settings of an organization. A `realm` event has the changed ones; POST /register has all with the prefix `realm_`. */
        RealmSettings: {
            name?: string;
            /** @description Markdown. */
            description?: string;
            /** @description HTML; present if the description changes. */
            rendered_description?: string;
            /** @description Kind of organization: 0 unspecified, 10 business, 20 open source, 30 education (non-profit), 35 education (for profit), 40 research, 50 event, 60 non-profit, 70 government, 80 political, 90 community, 100 personal, 1000 other. */
            org_type?: number;
            /**
             * @description 1 self-hosted, 2 limited, 3 standard, 4 standard for free.
             * @enum {integer}
             */
            plan_type?: 1 | 2 | 3 | 4;
            /** @description Language code for new users. */
            default_language?: string;
            /**
             * @description G Gravatar, U uploaded.
             * @enum {string}
             */
            icon_source?: "G" | "U";
            icon_url?: string;
            /**
             * @description D default, U uploaded.
             * @enum {string}
             */
            logo_source?: "D" | "U";
            logo_url?: string;
            /**
             * @description D default, U uploaded.
             * @enum {string}
             */
            night_logo_source?: "D" | "U";
            night_logo_url?: string;
            /**
             * @description G Gravatar, J drawn by Jdenticon.
             * @enum {string}
             */
            default_avatar_source?: "G" | "J";
            /** @description Keyed by name of the method. */
            authentication_methods?: {
                [key: string]: components["schemas"]["AuthenticationMethod"];
            };
            /** @description Only invited users may join. */
            invite_required?: boolean;
            /** @description Only emails of the listed domains may join. */
            emails_restricted_to_domains?: boolean;
            disallow_disposable_email_addresses?: boolean;
            /** @description Users cannot change their email. */
            email_changes_disabled?: boolean;
            /** @description Users cannot change their name. */
            name_changes_disabled?: boolean;
            require_unique_names?: boolean;
            /** @description Days until a new member counts as a full member. */
            waiting_period_threshold?: number;
            allow_message_editing?: boolean;
            /** @description Seconds; null for no limit, never 0. */
            message_content_edit_limit_seconds?: number | null;
            /** @description Seconds; null for no limit, never 0. */
            message_content_delete_limit_seconds?: number | null;
            /** @description Seconds; null for no limit, never 0. */
            move_messages_within_stream_limit_seconds?: number | null;
            /** @description Seconds; null for no limit, never 0. */
            move_messages_between_streams_limit_seconds?: number | null;
            /**
             * @description The edits that all users can read.
             * @enum {string}
             */
            message_edit_history_visibility_policy?: "all" | "moves" | "none";
            /**
             * @description Whether channel messages may have the empty topic.
             * @enum {string}
             */
            topics_policy?: "allow_empty_topic" | "disable_empty_topic";
            /**
             * @deprecated
             * @description Opposite of a topics_policy that allows the empty topic.
             */
            mandatory_topics?: boolean;
            /** @description Empty for none. */
            default_code_block_language?: string;
            enable_read_receipts?: boolean;
            presence_disabled?: boolean;
            /** @description Web-public channels can be read without an account. */
            enable_spectator_access?: boolean;
            want_advertise_in_communities_directory?: boolean;
            /** @description Show an indicator next to the names of guests. */
            enable_guest_user_indicator?: boolean;
            /** @description Warn before a direct message to a guest. */
            enable_guest_user_dm_warning?: boolean;
            inline_image_preview?: boolean;
            inline_url_embed_preview?: boolean;
            /**
             * @description Percent.
             * @enum {integer}
             */
            media_preview_size?: 100 | 150 | 200;
            /** @description Rating of GIF search; see gif_rating_policy_options. */
            gif_rating_policy?: number;
            /** @description 0 none, 1 Jitsi, 3 Zoom (by user), 4 BigBlueButton, 5 Zoom (by server), 6 Constructor Groups, 7 Nextcloud Talk, 8 Webex. */
            video_chat_provider?: number;
            /** @description Null for the default of the server. */
            jitsi_server_url?: string | null;
            digest_emails_enabled?: boolean;
            /** @description 0 is Monday. */
            digest_weekday?: number;
            message_content_allowed_in_email_notifications?: boolean;
            send_welcome_emails?: boolean;
            /** @description Send a message when a channel changes. */
            send_channel_events_messages?: boolean;
            /** @description Markdown, at most 8000 code points; empty for none. */
            welcome_message_custom_text?: string;
            /** @description -1 for none. */
            new_stream_announcements_stream_id?: number;
            /** @description -1 for none. */
            signup_announcements_stream_id?: number;
            /** @description -1 for none. */
            zulip_update_announcements_stream_id?: number;
            /** @description The channel for reported messages; -1 for none. */
            moderation_request_channel_id?: number;
            /** @description The server can deliver push notifications. */
            push_notifications_enabled?: boolean;
            /** @description UNIX seconds at which push notifications end; null for no end. */
            push_notifications_enabled_end_timestamp?: number | null;
            /** @description Push notifications are sent only to devices with end-to-end encryption. */
            require_e2ee_push_notifications?: boolean;
            /** @description MiB. */
            max_file_upload_size_mib?: number;
            /** @description MiB for all files; null for no limit. */
            upload_quota_mib?: number | null;
            /** @description Who can access all users. */
            can_access_all_users_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may upload emoji. */
            can_add_custom_emoji_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may subscribe others to channels. */
            can_add_subscribers_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may create bots of any type. */
            can_create_bots_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may create bots that only send. */
            can_create_write_only_bots_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may create user groups. */
            can_create_groups?: components["schemas"]["GroupSettingValue"];
            /** @description Who may create public channels. */
            can_create_public_channel_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may create private channels. */
            can_create_private_channel_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may create web-public channels. */
            can_create_web_public_channel_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may delete every message. */
            can_delete_any_message_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may delete own messages. */
            can_delete_own_message_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may invite users by email. */
            can_invite_users_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may create reusable invitation links. */
            create_multiuse_invite_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may change all user groups. */
            can_manage_all_groups?: components["schemas"]["GroupSettingValue"];
            /** @description Who manages the plan. */
            can_manage_billing_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may use wildcard mentions in large channels and topics. */
            can_mention_many_users_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may move messages to other channels. */
            can_move_messages_between_channels_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may move messages to other topics. */
            can_move_messages_between_topics_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may resolve topics. */
            can_resolve_topics_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may set the deletion permissions of channels. */
            can_set_delete_message_policy_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may set the topics policy of channels. */
            can_set_topics_policy_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may request topic summaries. */
            can_summarize_topics_group?: components["schemas"]["GroupSettingValue"];
            /** @description Who may start a direct message conversation. */
            direct_message_initiator_group?: components["schemas"]["GroupSettingValue"];
            /** @description At least one of these users must take part in a direct message conversation. */
            direct_message_permission_group?: components["schemas"]["GroupSettingValue"];
            /** @description Users who count as members of the workplace. */
            workplace_users_group?: components["schemas"]["GroupSettingValue"];
        };
        /** @description Where a call takes place: a direct message conversation or a topic of a channel. */
        CallConversation: {
            /** @enum {string} */
            kind: "dm" | "channel";
            /** @description All users of the conversation, by ascending id. Empty for channels. */
            dmUserIds: number[];
            /** @description Null for direct messages. */
            streamId: number | null;
            /** @description The topic when the call started, even if its messages have been moved since. Null for direct messages. The empty topic is the empty string for all clients. */
            topic: string | null;
            /** @description Title of the call; empty if it has none. */
            title: string;
        };
        Call: {
            callId: string;
            /** @description The `app_call_id` of the client that started the call. */
            appCallId: string | null;
            /** @enum {string} */
            kind: "dm" | "channel";
            /** @enum {string} */
            state: "ringing" | "active" | "ended";
            /** @enum {string} */
            mediaType: "audio" | "video";
            initiatorUserId: number;
            conversation: components["schemas"]["CallConversation"];
            /** @description All participants including the initiator, by ascending user id. */
            participants: components["schemas"]["CallParticipant"][];
            /** @description UNIX seconds. */
            startedAt: number;
            /** @description UNIX seconds. */
            answeredAt: number | null;
            /** @description UNIX seconds. */
            endedAt: number | null;
            /**
             * @description Null until it has ended.
             * @enum {string|null}
             */
            endReason: "hangup" | "declined" | "missed" | "cancelled" | "failed" | null;
            /** @description Data that clients store with the call. */
            metadata: Record<string, never>;
        };
        CallParticipant: {
            userId: number;
            /** @enum {string} */
            state: "ringing" | "joined" | "declined" | "left" | "missed";
            isMuted: boolean;
            /** @description UNIX seconds at which the user first joined. */
            joinedAt: number | null;
            /** @description UNIX seconds; null unless `left`. */
            leftAt: number | null;
        };
        /** @description The calls of the user in one conversation. */
        CallHistoryGroup: {
            /** @description Identifies the group. It never changes and is valid only for this user. */
            groupKey: string;
            /** @enum {string} */
            kind: "dm" | "channel";
            /** @description All users of the conversation, by ascending id. Empty for channels. */
            dmUserIds: number[];
            streamId: number | null;
            topic: string | null;
            /** @description Names of the channel and the topic, or of the other users, when the newest call ended. */
            title: string;
            /** @description Number of records that match the filters. */
            callCount: number;
            /** @description Number of these records that are incoming calls that the user missed. */
            missedCount: number;
            /** @description UNIX seconds at which the newest call started. */
            lastCallAt: number;
            /** @description Newest first. */
            records: components["schemas"]["CallRecord"][];
        };
        /** @description A call or conference in the history of the user. */
        CallRecord: {
            recordId: number;
            /** @description Id of the call, or `roomId` of the conference. */
            callId: string;
            /** @enum {string} */
            direction: "incoming" | "outgoing";
            /**
             * @description For the initiator: `answered`, `cancelled`, `declined` or `missed`. For other users: `answered` if the user joined at any time, `declined`, or `missed`, including calls that the initiator cancelled.
             * @enum {string}
             */
            outcome: "answered" | "declined" | "missed" | "cancelled";
            /** @enum {string} */
            mediaType: "audio" | "video";
            /** @description UNIX seconds. */
            startedAt: number;
            /** @description UNIX seconds at which the user joined; for the initiator, of the first answer. */
            answeredAt: number | null;
            /** @description UNIX seconds at which the user left, declined or missed the call. */
            endedAt: number | null;
            /** @description Time from `answeredAt` to `endedAt`; 0 if the call was not answered. */
            durationSeconds: number;
            /** @description All participants, including the user. */
            participantUserIds: number[];
        };
        /** @description A live conference, for one of its members. */
        ConferencePresence: {
            roomId: string;
            appCallId: string;
            mediaType: string;
            displayName: string;
            avatarUrl: string | null;
            conversation: {
                kind: string;
                dmUserIds: number[];
                streamId: number | null;
                topic: string | null;
                title: string;
            } | null;
            participantCount: number;
            /** @description The caller can join it again. */
            isResumable: boolean;
            participants: components["schemas"]["ConferenceParticipant"][];
            roomContract: components["schemas"]["ConferenceRoomContract"] | null;
            /** @description Arbitrary strings. */
            metadata: {
                [key: string]: string;
            };
        };
        ConferenceParticipant: {
            userId: number;
            displayName: string;
            avatarUrl: string | null;
            isSelf: boolean;
            isMuted: boolean;
            isSpeaking: boolean;
            isActiveSpeaker: boolean;
            hasVideo: boolean;
            isScreenSharing: boolean;
            isHandRaised: boolean;
            isAllowedToSpeak: boolean;
            /** @description Empty if there is none. */
            reactionKey: string;
            /** @description Arbitrary strings. */
            metadata: {
                [key: string]: string;
            };
        };
        /** @description What the caller may do in the room. */
        ConferenceRoomContract: {
            shareUrl: string | null;
            /** @description ISO 8601 date and time. */
            scheduledStartAt: string | null;
            recordingState: string;
            audioTopology: string;
            participantGainSemantic: string;
            joinMuted: boolean | null;
            messagesEnabled: boolean | null;
            canInvite: boolean;
            canShare: boolean;
            canSchedule: boolean;
            canRecord: boolean;
            /** @description The caller may moderate the conference. */
            canManage: boolean;
            canChangeJoinMuted: boolean;
            canChangeMessagesEnabled: boolean;
            adminUserIds: number[];
            /** @description Arbitrary strings. */
            metadata: {
                [key: string]: string;
            };
        };
        /** @description The icon of a topic, the same for all users. */
        TopicIcon: {
            emoji_name: string;
            emoji_code: string;
            reaction_type: components["schemas"]["ReactionType"];
        };
        /** @description Greater than all earlier ids of the queue, but not consecutive. */
        EventId: number;
        /** @description An event. */
        Event: components["schemas"]["MessageEvent"] | components["schemas"]["UpdateMessageEvent"] | components["schemas"]["DeleteMessageEvent"] | components["schemas"]["UpdateMessageFlagsAddEvent"] | components["schemas"]["UpdateMessageFlagsRemoveEvent"] | components["schemas"]["ReactionAddEvent"] | components["schemas"]["ReactionRemoveEvent"] | components["schemas"]["SubmessageEvent"] | components["schemas"]["TypingStartEvent"] | components["schemas"]["TypingStopEvent"] | components["schemas"]["TypingEditMessageStartEvent"] | components["schemas"]["TypingEditMessageStopEvent"] | components["schemas"]["AttachmentAddEvent"] | components["schemas"]["AttachmentUpdateEvent"] | components["schemas"]["AttachmentRemoveEvent"] | components["schemas"]["DraftsAddEvent"] | components["schemas"]["DraftsUpdateEvent"] | components["schemas"]["DraftsRemoveEvent"] | components["schemas"]["ScheduledMessagesAddEvent"] | components["schemas"]["ScheduledMessagesUpdateEvent"] | components["schemas"]["ScheduledMessagesRemoveEvent"] | components["schemas"]["RemindersAddEvent"] | components["schemas"]["RemindersRemoveEvent"] | components["schemas"]["SavedSnippetsAddEvent"] | components["schemas"]["SavedSnippetsUpdateEvent"] | components["schemas"]["SavedSnippetsRemoveEvent"] | components["schemas"]["StreamCreateEvent"] | components["schemas"]["StreamDeleteEvent"] | components["schemas"]["StreamUpdateEvent"] | components["schemas"]["SubscriptionAddEvent"] | components["schemas"]["SubscriptionRemoveEvent"] | components["schemas"]["SubscriptionUpdateEvent"] | components["schemas"]["SubscriptionPeerAddEvent"] | components["schemas"]["SubscriptionPeerRemoveEvent"] | components["schemas"]["ChannelFolderAddEvent"] | components["schemas"]["ChannelFolderUpdateEvent"] | components["schemas"]["ChannelFolderReorderEvent"] | components["schemas"]["DefaultStreamsEvent"] | components["schemas"]["DefaultStreamGroupsEvent"] | components["schemas"]["UserTopicEvent"] | components["schemas"]["MutedTopicsEvent"] | components["schemas"]["RealmUserAddEvent"] | components["schemas"]["RealmUserRemoveEvent"] | components["schemas"]["RealmUserUpdateEvent"] | components["schemas"]["PresenceEvent"] | components["schemas"]["UserStatusEvent"] | components["schemas"]["CustomProfileFieldsEvent"] | components["schemas"]["MutedUsersEvent"] | components["schemas"]["UserGroupAddEvent"] | components["schemas"]["UserGroupUpdateEvent"] | components["schemas"]["UserGroupRemoveEvent"] | components["schemas"]["UserGroupAddMembersEvent"] | components["schemas"]["UserGroupRemoveMembersEvent"] | components["schemas"]["UserGroupAddSubgroupsEvent"] | components["schemas"]["UserGroupRemoveSubgroupsEvent"] | components["schemas"]["RealmBotAddEvent"] | components["schemas"]["RealmBotUpdateEvent"] | components["schemas"]["RealmBotRemoveEvent"] | components["schemas"]["RealmBotDeleteEvent"] | components["schemas"]["InvitesChangedEvent"] | components["schemas"]["RealmUpdateEvent"] | components["schemas"]["RealmUpdateDictEvent"] | components["schemas"]["RealmDeactivatedEvent"] | components["schemas"]["RealmUserSettingsDefaultsUpdateEvent"] | components["schemas"]["RealmDomainsAddEvent"] | components["schemas"]["RealmDomainsChangeEvent"] | components["schemas"]["RealmDomainsRemoveEvent"] | components["schemas"]["RealmEmojiAddEvent"] | components["schemas"]["RealmEmojiUpdateOneEvent"] | components["schemas"]["RealmEmojiUpdateEvent"] | components["schemas"]["RealmLinkifiersEvent"] | components["schemas"]["RealmFiltersEvent"] | components["schemas"]["RealmPlaygroundsEvent"] | components["schemas"]["RealmExportEvent"] | components["schemas"]["RealmExportConsentEvent"] | components["schemas"]["UserSettingsUpdateEvent"] | components["schemas"]["AlertWordsEvent"] | components["schemas"]["OnboardingStepsEvent"] | components["schemas"]["NavigationViewAddEvent"] | components["schemas"]["NavigationViewUpdateEvent"] | components["schemas"]["NavigationViewRemoveEvent"] | components["schemas"]["DeviceAddEvent"] | components["schemas"]["DeviceUpdateEvent"] | components["schemas"]["DeviceRemoveEvent"] | components["schemas"]["HasZoomTokenEvent"] | components["schemas"]["HasWebexTokenEvent"] | components["schemas"]["HeartbeatEvent"] | components["schemas"]["RestartEvent"] | components["schemas"]["WebReloadClientEvent"] | components["schemas"]["CallEvent"] | components["schemas"]["ConferenceEvent"] | components["schemas"]["TopicIconSetEvent"] | components["schemas"]["TopicIconRemoveEvent"] | components["schemas"]["CallHistoryClearEvent"];
        /** @description A message was sent. */
        MessageEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "message";
            message: components["schemas"]["EventMessage"];
            flags: components["schemas"]["MessageFlags"];
            /** @description Present only in the queue of the client that sent the message with queue_id and local_id. */
            local_message_id?: string;
        };
        /** @description Messages were edited, moved, or rendered again. */
        UpdateMessageEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "update_message";
            /** @description The acting user; null if the server rendered the message again. */
            user_id: number | null;
            /** @description Only the HTML has changed. */
            rendering_only: boolean;
            /** @description The message that was edited. */
            message_id: number;
            /** @description The ids of all moved messages and message_id, sorted. */
            message_ids: number[];
            flags: components["schemas"]["MessageFlags"];
            /** @description UNIX seconds. */
            edit_timestamp: number;
            /** @description Former name of the channel. Present for channel messages. */
            stream_name?: string;
            /** @description The former channel. Present for channel messages. */
            stream_id?: number;
            /** @description Present if moved to another channel. */
            new_stream_id?: number;
            /**
             * @description Present if moved to another channel or topic.
             * @enum {string}
             */
            propagate_mode?: "change_one" | "change_later" | "change_all";
            /** @description The former topic. Present if moved to another channel or topic. */
            orig_subject?: string;
            /** @description The new topic. Present if it changed. */
            subject?: string;
            /** @description Present if the topic changed. */
            topic_links?: components["schemas"]["TopicLink"][];
            /** @description Former Markdown. Present if the content changed. */
            orig_content?: string;
            /** @description Former HTML. Present if the content changed. */
            orig_rendered_content?: string;
            /** @description Markdown. Present if edited or rendered again. */
            content?: string;
            /** @description HTML. Present if edited or rendered again. */
            rendered_content?: string;
            /** @description Present if the content changed. */
            is_me_message?: boolean;
        };
        /** @description Messages were deleted, or the user lost access to them. */
        DeleteMessageEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "delete_message";
            /** @description Sorted. For clients with the capability `bulk_message_deletion`. */
            message_ids?: number[];
            /** @description For all other clients, which receive an event for each message. */
            message_id?: number;
            /** @enum {string} */
            message_type: "stream" | "private";
            /** @description Channel messages only. */
            stream_id?: number;
            /** @description Channel messages only. */
            topic?: string;
        } & (unknown | unknown);
        /** @description A flag was added to messages. */
        UpdateMessageFlagsAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "update_message_flags";
            /** @constant */
            op: "add";
            /**
             * @deprecated
             * @constant
             */
            operation: "add";
            flag: string;
            /** @description Empty if `all` is true. */
            messages: number[];
            /** @description All messages were marked as read. */
            all: boolean;
        };
        /** @description A flag was removed from messages. */
        UpdateMessageFlagsRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "update_message_flags";
            /** @constant */
            op: "remove";
            /**
             * @deprecated
             * @constant
             */
            operation: "remove";
            flag: string;
            messages: number[];
            /**
             * @deprecated
             * @constant
             */
            all: false;
            /** @description The recipients of the messages, keyed by message id. Present if they became unread. */
            message_details?: {
                [key: string]: {
                    /** @enum {string} */
                    type: "stream" | "private";
                    /**
                     * @description Present if true.
                     * @constant
                     */
                    mentioned?: true;
                    /** @description The other participants. Present for direct messages. */
                    user_ids?: number[];
                    /** @description Channel messages only. */
                    stream_id?: number;
                    /** @description Channel messages only. */
                    topic?: string;
                    /** @deprecated */
                    unmuted_stream_msg?: boolean;
                };
            };
        };
        /** @description A user reacted to a message. */
        ReactionAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "reaction";
            /** @constant */
            op: "add";
            message_id: number;
            user_id: number;
            emoji_name: string;
            emoji_code: string;
            reaction_type: components["schemas"]["ReactionType"];
        };
        /** @description A user removed a reaction. */
        ReactionRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "reaction";
            /** @constant */
            op: "remove";
            message_id: number;
            user_id: number;
            emoji_name: string;
            emoji_code: string;
            reaction_type: components["schemas"]["ReactionType"];
        };
        /** @description A user used a poll or a to-do list. */
        SubmessageEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "submessage";
            submessage_id: number;
            message_id: number;
            sender_id: number;
            msg_type: string;
            /** @description JSON text. */
            content: string;
        };
        /** @description A user is typing. */
        TypingStartEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "typing";
            /** @constant */
            op: "start";
            /** @enum {string} */
            message_type: "direct" | "stream";
            sender: {
                user_id: number;
                email: string;
            };
            /** @description The participants. Present for direct messages. */
            recipients?: {
                user_id: number;
                email: string;
            }[];
            /** @description Channel messages only. */
            stream_id?: number;
            /** @description Channel messages only. */
            topic?: string;
        };
        /** @description A user has stopped typing. */
        TypingStopEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "typing";
            /** @constant */
            op: "stop";
            /** @enum {string} */
            message_type: "direct" | "stream";
            sender: {
                user_id: number;
                email: string;
            };
            /** @description The participants. Present for direct messages. */
            recipients?: {
                user_id: number;
                email: string;
            }[];
            /** @description Channel messages only. */
            stream_id?: number;
            /** @description Channel messages only. */
            topic?: string;
        };
        /** @description A user is editing a message. */
        TypingEditMessageStartEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "typing_edit_message";
            /** @constant */
            op: "start";
            sender_id: number;
            message_id: number;
            recipient: {
                /** @constant */
                type: "direct";
                user_ids: number[];
            } | {
                /** @constant */
                type: "channel";
                channel_id: number;
                topic: string;
            };
        };
        /** @description A user has stopped editing a message. */
        TypingEditMessageStopEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "typing_edit_message";
            /** @constant */
            op: "stop";
            sender_id: number;
            message_id: number;
            recipient: {
                /** @constant */
                type: "direct";
                user_ids: number[];
            } | {
                /** @constant */
                type: "channel";
                channel_id: number;
                topic: string;
            };
        };
        /** @description The user uploaded a file. */
        AttachmentAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "attachment";
            /** @constant */
            op: "add";
            attachment: components["schemas"]["Attachment"];
            /** @description Bytes of all files of the organization. */
            upload_space_used: number;
        };
        /** @description The messages with a link to a file have changed. */
        AttachmentUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "attachment";
            /** @constant */
            op: "update";
            attachment: components["schemas"]["Attachment"];
            /** @description Bytes of all files of the organization. */
            upload_space_used: number;
        };
        /** @description A file of the user was deleted. */
        AttachmentRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "attachment";
            /** @constant */
            op: "remove";
            attachment: {
                id: number;
            };
            /** @description Bytes of all files of the organization. */
            upload_space_used: number;
        };
        /** @description The user created drafts. */
        DraftsAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "drafts";
            /** @constant */
            op: "add";
            drafts: components["schemas"]["Draft"][];
        };
        /** @description The user changed a draft. */
        DraftsUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "drafts";
            /** @constant */
            op: "update";
            draft: components["schemas"]["Draft"];
        };
        /** @description The user deleted a draft. */
        DraftsRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "drafts";
            /** @constant */
            op: "remove";
            draft_id: number;
        };
        /** @description Messages were scheduled. */
        ScheduledMessagesAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "scheduled_messages";
            /** @constant */
            op: "add";
            scheduled_messages: components["schemas"]["ScheduledMessage"][];
        };
        /** @description A scheduled message was changed, or its delivery failed. */
        ScheduledMessagesUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "scheduled_messages";
            /** @constant */
            op: "update";
            scheduled_message: components["schemas"]["ScheduledMessage"];
        };
        /** @description A scheduled message was sent or deleted. */
        ScheduledMessagesRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "scheduled_messages";
            /** @constant */
            op: "remove";
            scheduled_message_id: number;
        };
        /** @description Reminders were created. */
        RemindersAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "reminders";
            /** @constant */
            op: "add";
            reminders: components["schemas"]["Reminder"][];
        };
        /** @description A reminder was delivered or deleted. */
        RemindersRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "reminders";
            /** @constant */
            op: "remove";
            reminder_id: number;
        };
        /** @description A saved snippet was created. */
        SavedSnippetsAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "saved_snippets";
            /** @constant */
            op: "add";
            saved_snippet: components["schemas"]["SavedSnippet"];
        };
        /** @description A saved snippet was changed. */
        SavedSnippetsUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "saved_snippets";
            /** @constant */
            op: "update";
            saved_snippet: components["schemas"]["SavedSnippet"];
        };
        /** @description A saved snippet was deleted. */
        SavedSnippetsRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "saved_snippets";
            /** @constant */
            op: "remove";
            saved_snippet_id: number;
        };
        /** @description Channels were created or became visible to the user. */
        StreamCreateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "stream";
            /** @constant */
            op: "create";
            streams: components["schemas"]["Channel"][];
        };
        /** @description Channels were deleted or archived, or are no longer visible to the user. */
        StreamDeleteEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "stream";
            /** @constant */
            op: "delete";
            /** @deprecated */
            streams: {
                stream_id: number;
            }[];
            stream_ids: number[];
        };
        /** @description A channel has changed. */
        StreamUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "stream";
            /** @constant */
            op: "update";
            stream_id: number;
            /** @description Name of the channel, before the change if the name changed. */
            name: string;
            /** @description Name of the field. */
            property: string;
            /** @description The new value. */
            value: (boolean | number | string | null) | {
                direct_members: number[];
                direct_subgroups: number[];
            };
            /** @description Present for `description`. */
            rendered_description?: string;
            /** @description Present for `invite_only`. */
            history_public_to_subscribers?: boolean;
            /** @description Present for `invite_only`. */
            is_web_public?: boolean;
        } & (unknown & unknown);
        /** @description The user was subscribed to channels. */
        SubscriptionAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "add";
            subscriptions: components["schemas"]["Subscription"][];
        };
        /** @description The user was unsubscribed from channels. */
        SubscriptionRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "remove";
            subscriptions: {
                stream_id: number;
                name: string;
            }[];
        };
        /** @description The user changed a personal setting of a channel. */
        SubscriptionUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "update";
            stream_id: number;
            /** @description Name of the field. */
            property: string;
            /** @description The new value. */
            value: boolean | number | string;
        };
        /** @description Users were subscribed to channels. */
        SubscriptionPeerAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "peer_add";
            stream_ids: number[];
            user_ids: number[];
        };
        /** @description Users were unsubscribed from channels. */
        SubscriptionPeerRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "peer_remove";
            stream_ids: number[];
            user_ids: number[];
        };
        /** @description A channel folder was created. */
        ChannelFolderAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "channel_folder";
            /** @constant */
            op: "add";
            channel_folder: components["schemas"]["ChannelFolder"];
        };
        /** @description A channel folder has changed. */
        ChannelFolderUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "channel_folder";
            /** @constant */
            op: "update";
            channel_folder_id: number;
            /** @description The changed properties. */
            data: {
                name?: string;
                description?: string;
                /** @description Present with `description`. */
                rendered_description?: string;
                is_archived?: boolean;
            };
        };
        /** @description Channel folders were reordered. */
        ChannelFolderReorderEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "channel_folder";
            /** @constant */
            op: "reorder";
            /** @description Folder ids. */
            order: number[];
        };
        /** @description The default channels of new users have changed. */
        DefaultStreamsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "default_streams";
            /** @description Channel ids. */
            default_streams: number[];
        };
        /** @description The sets of channels for new users have changed. */
        DefaultStreamGroupsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "default_stream_groups";
            default_stream_groups: components["schemas"]["DefaultChannelGroup"][];
        };
        /** @description The user muted, unmuted or followed a topic. */
        UserTopicEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_topic";
            stream_id: number;
            topic_name: string;
            /** @description UNIX seconds. */
            last_updated: number;
            /**
             * @description 0 none, 1 muted, 2 unmuted, 3 followed.
             * @enum {integer}
             */
            visibility_policy: 0 | 1 | 2 | 3;
        };
        /** @description Muted topics, in the legacy form. */
        MutedTopicsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "muted_topics";
            /**
             * @deprecated
             * @description Triples of channel name, topic and UNIX seconds.
             */
            muted_topics: (string | number)[][];
        };
        /** @description A user was created or became visible. */
        RealmUserAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_user";
            /** @constant */
            op: "add";
            person: components["schemas"]["User"];
        };
        /** @description A user is no longer visible. */
        RealmUserRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_user";
            /** @constant */
            op: "remove";
            person: {
                user_id: number;
                /** @deprecated */
                full_name: string;
            };
        };
        /** @description A property of a user has changed. */
        RealmUserUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_user";
            /** @constant */
            op: "update";
            person: {
                user_id: number;
                full_name: string;
            } | {
                user_id: number;
                avatar_url: string;
                /**
                 * @description G Gravatar, J drawn by Jdenticon, U uploaded.
                 * @enum {string}
                 */
                avatar_source: "G" | "J" | "U";
                avatar_url_medium: string;
                avatar_version: number;
            } | {
                user_id: number;
                /** @deprecated */
                email?: string;
                timezone: string;
            } | {
                user_id: number;
                bot_owner_id: number;
            } | {
                user_id: number;
                role: components["schemas"]["Role"];
            } | {
                user_id: number;
                /** @description Null if it is hidden. */
                delivery_email: string | null;
            } | {
                user_id: number;
                custom_profile_field: {
                    id: number;
                    value: string | null;
                    /** @description HTML; present for field types with Markdown. */
                    rendered_value?: string;
                };
            } | {
                user_id: number;
                new_email: string;
            } | {
                user_id: number;
                is_active: boolean;
            } | {
                user_id: number;
                /** @constant */
                is_imported_stub: false;
            } | {
                user_id: number;
                /** @description ISO 8601 date and time. */
                date_joined: string;
            };
        };
        /** @description The presence of users has changed. */
        PresenceEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "presence";
            /** @description Keyed by user id. For clients with the capability `simplified_presence_events`. */
            presences?: {
                [key: string]: components["schemas"]["ModernPresence"];
            };
            /** @description Absent for clients with the capability `simplified_presence_events`. */
            user_id?: number;
            /**
             * @deprecated
             * @description Absent for clients with `slim_presence` or the capability `simplified_presence_events`.
             */
            email?: string;
            /** @description UNIX seconds. Absent for clients with the capability `simplified_presence_events`. */
            server_timestamp?: number;
            /** @description With the one key `website`. Absent for clients with the capability `simplified_presence_events`. */
            presence?: {
                [key: string]: {
                    /** @constant */
                    client: "website";
                    /** @enum {string} */
                    status: "active" | "idle";
                    /** @description UNIX seconds. */
                    timestamp: number;
                    /**
                     * @description Always false.
                     * @constant
                     */
                    pushable: false;
                };
            };
        } & (unknown | unknown);
        /** @description The status of a user has changed. Unchanged parts are absent. */
        UserStatusEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_status";
            user_id: number;
            /** @deprecated */
            away?: boolean;
            status_text?: string;
            emoji_name?: string;
            emoji_code?: string;
            /**
             * @description Empty if the emoji was removed.
             * @enum {string}
             */
            reaction_type?: "" | "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji";
        };
        /** @description The custom profile fields have changed. */
        CustomProfileFieldsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "custom_profile_fields";
            fields: components["schemas"]["CustomProfileField"][];
        };
        /** @description The user muted or unmuted a user. */
        MutedUsersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "muted_users";
            muted_users: {
                /** @description User id. */
                id: number;
                /** @description UNIX seconds. */
                timestamp: number;
            }[];
        };
        /** @description A user group was created. */
        UserGroupAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "add";
            group: components["schemas"]["UserGroup"];
        };
        /** @description A user group has changed. */
        UserGroupUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "update";
            group_id: number;
            /** @description The changed properties. */
            data: {
                name?: string;
                description?: string;
                can_add_members_group?: components["schemas"]["GroupSettingValue"];
                can_join_group?: components["schemas"]["GroupSettingValue"];
                can_leave_group?: components["schemas"]["GroupSettingValue"];
                can_manage_group?: components["schemas"]["GroupSettingValue"];
                can_mention_group?: components["schemas"]["GroupSettingValue"];
                can_remove_members_group?: components["schemas"]["GroupSettingValue"];
                deactivated?: boolean;
            };
        };
        /** @description A user group was deactivated. For clients without the capability `include_deactivated_groups`. */
        UserGroupRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "remove";
            group_id: number;
        };
        /** @description Users were added to a user group. */
        UserGroupAddMembersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "add_members";
            group_id: number;
            user_ids: number[];
        };
        /** @description Users were removed from a user group. */
        UserGroupRemoveMembersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "remove_members";
            group_id: number;
            user_ids: number[];
        };
        /** @description Subgroups were added to a user group. */
        UserGroupAddSubgroupsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "add_subgroups";
            group_id: number;
            direct_subgroup_ids: number[];
        };
        /** @description Subgroups were removed from a user group. */
        UserGroupRemoveSubgroupsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "remove_subgroups";
            group_id: number;
            direct_subgroup_ids: number[];
        };
        /** @description A bot was created, or became manageable by the user. */
        RealmBotAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_bot";
            /** @constant */
            op: "add";
            bot: components["schemas"]["Bot"];
        };
        /** @description A setting of a bot has changed. Properties that other users see are sent as realm_user. */
        RealmBotUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_bot";
            /** @constant */
            op: "update";
            bot: components["schemas"]["BotChange"];
        };
        /**
         * @deprecated
         * @description No longer sent.
         */
        RealmBotRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_bot";
            /** @constant */
            op: "remove";
            bot: {
                user_id: number;
                full_name: string;
            };
        };
        /** @description A bot is no longer manageable by the user. */
        RealmBotDeleteEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_bot";
            /** @constant */
            op: "delete";
            bot: {
                user_id: number;
            };
        };
        /** @description Invitations have changed and should be fetched again. */
        InvitesChangedEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "invites_changed";
        };
        /** @description A setting of the organization has changed. */
        RealmUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm";
            /** @constant */
            op: "update";
            /** @description Name of the setting. */
            property: string;
            /** @description The new value. */
            value: string | boolean | number | null;
        };
        /** @description Settings of the organization have changed. */
        RealmUpdateDictEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm";
            /** @constant */
            op: "update_dict";
            /**
             * @description Name of the picture that was changed; `default` for other changes.
             * @enum {string}
             */
            property: "default" | "icon" | "logo" | "night_logo";
            data: components["schemas"]["RealmSettings"];
        };
        /** @description The organization was deactivated. */
        RealmDeactivatedEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm";
            /** @constant */
            op: "deactivated";
            realm_id: number;
        };
        /** @description A default setting of new users has changed. */
        RealmUserSettingsDefaultsUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_user_settings_defaults";
            /** @constant */
            op: "update";
            /** @description Name of the setting. */
            property: string;
            value: components["schemas"]["UserSettingValue"];
        };
        /** @description An email domain was added. */
        RealmDomainsAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_domains";
            /** @constant */
            op: "add";
            realm_domain: components["schemas"]["RealmDomain"];
        };
        /** @description An email domain has changed. */
        RealmDomainsChangeEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_domains";
            /** @constant */
            op: "change";
            realm_domain: components["schemas"]["RealmDomain"];
        };
        /** @description An email domain was removed. */
        RealmDomainsRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_domains";
            /** @constant */
            op: "remove";
            domain: string;
        };
        /** @description A custom emoji was added. For clients with the capability `individual_emoji_changes`. */
        RealmEmojiAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_emoji";
            /** @constant */
            op: "add";
            emoji: components["schemas"]["RealmEmoji"];
        };
        /** @description A custom emoji has changed. For clients with the capability `individual_emoji_changes`. */
        RealmEmojiUpdateOneEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_emoji";
            /** @constant */
            op: "update_one";
            emoji_id: string;
            /** @description The changed properties. */
            data: {
                deactivated?: boolean;
            };
        };
        /** @description All custom emoji, after any change. For all other clients. */
        RealmEmojiUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_emoji";
            /** @constant */
            op: "update";
            /** @description Keyed by id. */
            realm_emoji: {
                [key: string]: components["schemas"]["RealmEmoji"];
            };
        };
        /** @description The linkifiers have changed. For clients with the capability `linkifier_url_template`. */
        RealmLinkifiersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_linkifiers";
            realm_linkifiers: components["schemas"]["Linkifier"][];
        };
        /**
         * @deprecated
         * @description No longer sent.
         */
        RealmFiltersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_filters";
            realm_filters: (number | string)[][];
        };
        /** @description The playgrounds have changed. */
        RealmPlaygroundsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_playgrounds";
            realm_playgrounds: components["schemas"]["RealmPlayground"][];
        };
        /** @description The exports have changed. */
        RealmExportEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_export";
            exports: components["schemas"]["RealmExport"][];
        };
        /** @description A user gave or withdrew consent to the export of private data. */
        RealmExportConsentEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_export_consent";
            user_id: number;
            consented: boolean;
        };
        /** @description The user changed a setting. */
        UserSettingsUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_settings";
            /** @constant */
            op: "update";
            /** @description Name of the setting. */
            property: string;
            value: components["schemas"]["UserSettingValue"];
            /** @description Name of the language. Present for `default_language`. */
            language_name?: string;
        };
        /** @description The user changed the alert words. */
        AlertWordsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "alert_words";
            alert_words: string[];
        };
        /** @description The user has seen an onboarding step. */
        OnboardingStepsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "onboarding_steps";
            /** @description The remaining steps. */
            onboarding_steps: components["schemas"]["OnboardingStep"][];
        };
        /** @description The user created a navigation view. */
        NavigationViewAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "navigation_view";
            /** @constant */
            op: "add";
            navigation_view: components["schemas"]["NavigationView"];
        };
        /** @description The user changed a navigation view. */
        NavigationViewUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "navigation_view";
            /** @constant */
            op: "update";
            fragment: string;
            /** @description The changed properties. */
            data: {
                /** @description Present for views of the user. */
                name?: string | null;
                is_pinned?: boolean | null;
            };
        };
        /** @description The user deleted a navigation view. */
        NavigationViewRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "navigation_view";
            /** @constant */
            op: "remove";
            fragment: string;
        };
        /** @description The user logged in on a device. */
        DeviceAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "device";
            /** @constant */
            op: "add";
            device_id: number;
        };
        /** @description The push registration of a device has changed. Unchanged parts are absent. */
        DeviceUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "device";
            /** @constant */
            op: "update";
            device_id: number;
            push_key_id?: number;
            /** @description Null if the token has expired. */
            push_token_id?: string | null;
            /** @description Null if the registration has succeeded. */
            pending_push_token_id?: string | null;
            /** @description UNIX seconds. */
            push_token_last_updated_timestamp?: number;
            /** @description Why the registration failed. */
            push_registration_error_code?: string | null;
        };
        /** @description A device was logged out. */
        DeviceRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "device";
            /** @constant */
            op: "remove";
            device_id: number;
        };
        /** @description The user connected or disconnected Zoom. */
        HasZoomTokenEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "has_zoom_token";
            value: boolean;
        };
        /** @description The user connected or disconnected Webex. */
        HasWebexTokenEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "has_webex_token";
            value: boolean;
        };
        /** @description Sent when there was no other event for some time, to show that the connection works. */
        HeartbeatEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "heartbeat";
        };
        /** @description The server was restarted. */
        RestartEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "restart";
            zulip_version: string;
            zulip_merge_base: string;
            zulip_feature_level: number;
            /** @description UNIX seconds. */
            server_generation: number;
        };
        /** @description Web clients should reload. */
        WebReloadClientEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "web_reload_client";
            /** @description Reload at once, instead of at a convenient time. */
            immediate: boolean;
        };
        /** @description A call rings, changes, or has ended. Sent only to clients with the type in event_types. */
        CallEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "call";
            /** @enum {string} */
            op: "ringing" | "updated" | "ended";
            call: components["schemas"]["Call"];
        };
        /** @description A conference starts, changes, or has ended. Sent only to clients with the type in event_types. */
        ConferenceEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "conference";
            /** @enum {string} */
            op: "started" | "updated" | "ended";
            conference_presence: components["schemas"]["ConferencePresence"];
        };
        /** @description The icon of a topic was set. Sent only to clients with the type in event_types. */
        TopicIconSetEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "topic_icon";
            /** @constant */
            op: "set";
            stream_id: number;
            topic_name: string;
            icon: components["schemas"]["TopicIcon"];
        };
        /** @description The icon of a topic was removed. Sent only to clients with the type in event_types. */
        TopicIconRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "topic_icon";
            /** @constant */
            op: "remove";
            stream_id: number;
            topic_name: string;
        };
        /** @description The user cleared a part of the call history. Sent only to clients with the type in event_types. */
        CallHistoryClearEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "call_history";
            /** @constant */
            op: "clear";
            group_key: string;
        };
        /** @description The response of POST /register. A field with x-fetched-with is present if all of the named types are fetched. Fields with the same x-fetched-with are present together. */
        RegisterResponse: components["schemas"]["SuccessEnvelope"] & components["schemas"]["RegisteredQueue"] & components["schemas"]["RegisteredRealm"] & components["schemas"]["RegisteredServer"] & components["schemas"]["RegisteredOrganization"] & components["schemas"]["RegisteredUsers"] & components["schemas"]["RegisteredChannels"] & components["schemas"]["RegisteredMessages"] & components["schemas"]["RegisteredPersonal"];
        /** @description The queue and the server; always present. */
        RegisteredQueue: {
            /** @description Null for clients without an account, which get no queue. */
            queue_id: string | null;
            /** @description Seconds without a poll after which the queue is deleted. Absent for clients without an account. */
            idle_queue_timeout_secs?: number;
            /** @description The last_event_id of the first poll. */
            last_event_id: number;
            zulip_version: string;
            /** @description Empty if unknown. */
            zulip_merge_base: string;
            /**
             * @description API level that clients can rely on.
             * @constant
             */
            zulip_feature_level: 500;
            /**
             * @description The same as zulip_feature_level.
             * @constant
             */
            service_feature_level: 500;
        };
        /** @description Settings of the organization, fetched with `realm`. */
        RegisteredRealm: {
            realm_message_edit_history_visibility_policy: components["schemas"]["RealmSettings"]["message_edit_history_visibility_policy"];
            realm_can_add_custom_emoji_group: components["schemas"]["RealmSettings"]["can_add_custom_emoji_group"];
            realm_can_add_subscribers_group: components["schemas"]["RealmSettings"]["can_add_subscribers_group"];
            realm_can_delete_any_message_group: components["schemas"]["RealmSettings"]["can_delete_any_message_group"];
            realm_can_delete_own_message_group: components["schemas"]["RealmSettings"]["can_delete_own_message_group"];
            realm_can_set_delete_message_policy_group: components["schemas"]["RealmSettings"]["can_set_delete_message_policy_group"];
            realm_can_set_topics_policy_group: components["schemas"]["RealmSettings"]["can_set_topics_policy_group"];
            realm_can_invite_users_group: components["schemas"]["RealmSettings"]["can_invite_users_group"];
            realm_can_mention_many_users_group: components["schemas"]["RealmSettings"]["can_mention_many_users_group"];
            realm_can_move_messages_between_channels_group: components["schemas"]["RealmSettings"]["can_move_messages_between_channels_group"];
            realm_can_move_messages_between_topics_group: components["schemas"]["RealmSettings"]["can_move_messages_between_topics_group"];
            realm_can_create_groups: components["schemas"]["RealmSettings"]["can_create_groups"];
            realm_can_create_bots_group: components["schemas"]["RealmSettings"]["can_create_bots_group"];
            realm_can_create_write_only_bots_group: components["schemas"]["RealmSettings"]["can_create_write_only_bots_group"];
            realm_can_manage_all_groups: components["schemas"]["RealmSettings"]["can_manage_all_groups"];
            realm_can_manage_billing_group: components["schemas"]["RealmSettings"]["can_manage_billing_group"];
            realm_can_create_public_channel_group: components["schemas"]["RealmSettings"]["can_create_public_channel_group"];
            realm_can_create_private_channel_group: components["schemas"]["RealmSettings"]["can_create_private_channel_group"];
            realm_can_create_web_public_channel_group: components["schemas"]["RealmSettings"]["can_create_web_public_channel_group"];
            realm_can_resolve_topics_group: components["schemas"]["RealmSettings"]["can_resolve_topics_group"];
            realm_default_language: components["schemas"]["RealmSettings"]["default_language"];
            realm_welcome_message_custom_text: components["schemas"]["RealmSettings"]["welcome_message_custom_text"];
            realm_description: components["schemas"]["RealmSettings"]["description"];
            realm_digest_emails_enabled: components["schemas"]["RealmSettings"]["digest_emails_enabled"];
            realm_disallow_disposable_email_addresses: components["schemas"]["RealmSettings"]["disallow_disposable_email_addresses"];
            realm_email_changes_disabled: components["schemas"]["RealmSettings"]["email_changes_disabled"];
            realm_invite_required: components["schemas"]["RealmSettings"]["invite_required"];
            realm_create_multiuse_invite_group: components["schemas"]["RealmSettings"]["create_multiuse_invite_group"];
            realm_media_preview_size: components["schemas"]["RealmSettings"]["media_preview_size"];
            realm_inline_image_preview: components["schemas"]["RealmSettings"]["inline_image_preview"];
            realm_inline_url_embed_preview: components["schemas"]["RealmSettings"]["inline_url_embed_preview"];
            realm_topics_policy: components["schemas"]["RealmSettings"]["topics_policy"];
            realm_mandatory_topics: components["schemas"]["RealmSettings"]["mandatory_topics"];
            realm_name: components["schemas"]["RealmSettings"]["name"];
            realm_require_e2ee_push_notifications: components["schemas"]["RealmSettings"]["require_e2ee_push_notifications"];
            realm_require_unique_names: components["schemas"]["RealmSettings"]["require_unique_names"];
            realm_name_changes_disabled: components["schemas"]["RealmSettings"]["name_changes_disabled"];
            realm_emails_restricted_to_domains: components["schemas"]["RealmSettings"]["emails_restricted_to_domains"];
            realm_send_channel_events_messages: components["schemas"]["RealmSettings"]["send_channel_events_messages"];
            realm_send_welcome_emails: components["schemas"]["RealmSettings"]["send_welcome_emails"];
            realm_message_content_allowed_in_email_notifications: components["schemas"]["RealmSettings"]["message_content_allowed_in_email_notifications"];
            realm_enable_spectator_access: components["schemas"]["RealmSettings"]["enable_spectator_access"];
            realm_want_advertise_in_communities_directory: components["schemas"]["RealmSettings"]["want_advertise_in_communities_directory"];
            realm_video_chat_provider: components["schemas"]["RealmSettings"]["video_chat_provider"];
            realm_jitsi_server_url: components["schemas"]["RealmSettings"]["jitsi_server_url"];
            realm_gif_rating_policy: components["schemas"]["RealmSettings"]["gif_rating_policy"];
            realm_waiting_period_threshold: components["schemas"]["RealmSettings"]["waiting_period_threshold"];
            realm_digest_weekday: components["schemas"]["RealmSettings"]["digest_weekday"];
            realm_direct_message_initiator_group: components["schemas"]["RealmSettings"]["direct_message_initiator_group"];
            realm_direct_message_permission_group: components["schemas"]["RealmSettings"]["direct_message_permission_group"];
            realm_default_code_block_language: components["schemas"]["RealmSettings"]["default_code_block_language"];
            realm_message_content_delete_limit_seconds: components["schemas"]["RealmSettings"]["message_content_delete_limit_seconds"];
            realm_authentication_methods: components["schemas"]["RealmSettings"]["authentication_methods"];
            realm_allow_message_editing: components["schemas"]["RealmSettings"]["allow_message_editing"];
            realm_message_content_edit_limit_seconds: components["schemas"]["RealmSettings"]["message_content_edit_limit_seconds"];
            realm_move_messages_within_stream_limit_seconds: components["schemas"]["RealmSettings"]["move_messages_within_stream_limit_seconds"];
            realm_move_messages_between_streams_limit_seconds: components["schemas"]["RealmSettings"]["move_messages_between_streams_limit_seconds"];
            realm_enable_read_receipts: components["schemas"]["RealmSettings"]["enable_read_receipts"];
            realm_icon_url: components["schemas"]["RealmSettings"]["icon_url"];
            realm_icon_source: components["schemas"]["RealmSettings"]["icon_source"];
            realm_workplace_users_group: components["schemas"]["RealmSettings"]["workplace_users_group"];
            realm_logo_url: components["schemas"]["RealmSettings"]["logo_url"];
            realm_logo_source: components["schemas"]["RealmSettings"]["logo_source"];
            realm_night_logo_url: components["schemas"]["RealmSettings"]["night_logo_url"];
            realm_night_logo_source: components["schemas"]["RealmSettings"]["night_logo_source"];
            realm_presence_disabled: components["schemas"]["RealmSettings"]["presence_disabled"];
            realm_push_notifications_enabled: components["schemas"]["RealmSettings"]["push_notifications_enabled"];
            realm_push_notifications_enabled_end_timestamp: components["schemas"]["RealmSettings"]["push_notifications_enabled_end_timestamp"];
            realm_upload_quota_mib: components["schemas"]["RealmSettings"]["upload_quota_mib"];
            realm_org_type: components["schemas"]["RealmSettings"]["org_type"];
            realm_plan_type: components["schemas"]["RealmSettings"]["plan_type"];
            realm_enable_guest_user_dm_warning: components["schemas"]["RealmSettings"]["enable_guest_user_dm_warning"];
            realm_enable_guest_user_indicator: components["schemas"]["RealmSettings"]["enable_guest_user_indicator"];
            realm_can_access_all_users_group: components["schemas"]["RealmSettings"]["can_access_all_users_group"];
            realm_can_summarize_topics_group: components["schemas"]["RealmSettings"]["can_summarize_topics_group"];
            realm_default_avatar_source: components["schemas"]["RealmSettings"]["default_avatar_source"];
            realm_moderation_request_channel_id: components["schemas"]["RealmSettings"]["moderation_request_channel_id"];
            realm_new_stream_announcements_stream_id: components["schemas"]["RealmSettings"]["new_stream_announcements_stream_id"];
            realm_signup_announcements_stream_id: components["schemas"]["RealmSettings"]["signup_announcements_stream_id"];
            realm_zulip_update_announcements_stream_id: components["schemas"]["RealmSettings"]["zulip_update_announcements_stream_id"];
            realm_url: string;
            /**
             * @deprecated
             * @description The same as realm_url.
             */
            realm_uri: string;
            realm_uuid: string;
            /** @description UNIX seconds. */
            realm_date_created: number;
            /** @description Domain of the emails of bots. */
            realm_bot_domain: string;
            /** @description Days after which messages are deleted; -1 for never. */
            realm_message_retention_days: number;
            /** @description Users cannot change their avatar. */
            realm_avatar_changes_disabled: boolean;
            /** @description Owners can read all messages. */
            realm_owner_full_content_access: boolean;
            /**
             * @deprecated
             * @description Whether edits can be read.
             */
            realm_allow_edit_history: boolean;
            /**
             * @deprecated
             * @description 1 members, 2 administrators, 3 full members, 4 moderators.
             */
            realm_create_public_stream_policy: number;
            /**
             * @deprecated
             * @description 1 members, 2 administrators, 3 full members, 4 moderators.
             */
            realm_create_private_stream_policy: number;
            /**
             * @deprecated
             * @description 2 administrators, 4 moderators, 6 no one, 7 owners.
             */
            realm_create_web_public_stream_policy: number;
            /**
             * @deprecated
             * @description 1 everyone, 2 members, 3 full members, 5 administrators, 6 no one, 7 moderators.
             */
            realm_wildcard_mention_policy: number;
            /** @description Logging in with email and password is enabled. */
            realm_email_auth_enabled: boolean;
            /** @description Logging in with any kind of password is enabled. */
            realm_password_auth_enabled: boolean;
            /** @description Values that realm_video_chat_provider accepts, keyed by name. */
            realm_available_video_chat_providers: {
                [key: string]: {
                    name: string;
                    id: number;
                };
            };
            /** @description Sites for fields with external accounts, keyed by name. */
            realm_default_external_accounts: {
                [key: string]: {
                    name: string;
                    text: string;
                    hint: string;
                    url_pattern: string;
                };
            };
            /** @description The displayed name of the empty topic. */
            realm_empty_topic_display_name: string;
            /** @description UNIX seconds. Present for demo organizations. */
            demo_organization_scheduled_deletion_date: number;
        };
        /** @description Limits and features of the server, fetched with `realm`. */
        RegisteredServer: {
            /** @description The plan has all features. */
            zulip_plan_is_not_limited: boolean;
            /** @description Message for plans without a logo. */
            upgrade_text_for_wide_organization_logo: string;
            /** @description Code points. */
            max_stream_name_length: number;
            /** @description Code points. */
            max_stream_description_length: number;
            /** @description Code points. */
            max_channel_folder_name_length: number;
            /** @description Code points. */
            max_channel_folder_description_length: number;
            /** @description Code points. */
            max_topic_length: number;
            /** @description Code points. */
            max_message_length: number;
            /** @description Code points. */
            max_reminder_note_length: number;
            /** @description Up to this many new subscribers get a notification each. */
            max_bulk_new_subscription_messages: number;
            /** @description MiB. */
            max_icon_file_size_mib: number;
            /** @description MiB. */
            max_logo_file_size_mib: number;
            /** @description MiB. */
            max_avatar_file_size_mib: number;
            /** @description MiB. */
            max_file_upload_size_mib: number;
            password_min_length: number;
            password_max_length: number;
            /** @description Required strength of new passwords. */
            password_min_guesses: number;
            /**
             * @deprecated
             * @description The Jitsi server to use.
             */
            jitsi_server_url: string;
            /** @description The Jitsi server of this server; null for none. */
            server_jitsi_server_url: string | null;
            development_environment: boolean;
            /** @description Changes with each restart, UNIX seconds. */
            server_generation: number;
            /** @description The server version is outdated. */
            server_needs_upgrade: boolean;
            /** @description Minimum days until a deactivated organization can be deleted; null for none. */
            server_min_deactivated_realm_deletion_days: number | null;
            /** @description Maximum days; null for no limit. */
            server_max_deactivated_realm_deletion_days: number | null;
            /** @description Interval at which clients report presence. */
            server_presence_ping_interval_seconds: number;
            /** @description Time without a report after which a user counts as offline. */
            server_presence_offline_threshold_seconds: number;
            /** @description Time for which a typing notification is valid. */
            server_typing_started_expiry_period_milliseconds: number;
            /** @description Pause after which clients report that typing has stopped. */
            server_typing_stopped_wait_period_milliseconds: number;
            /** @description Interval at which clients repeat typing notifications. */
            server_typing_started_wait_period_milliseconds: number;
            server_inline_image_preview: boolean;
            server_inline_url_embed_preview: boolean;
            server_thumbnail_formats: {
                name: string;
                /** @description Pixels. */
                max_width: number;
                /** @description Pixels. */
                max_height: number;
                format: string;
                animated: boolean;
            }[];
            server_avatar_changes_disabled: boolean;
            server_name_changes_disabled: boolean;
            server_web_public_streams_enabled: boolean;
            /** @description URL of the table of emoji names. */
            server_emoji_data_url: string;
            server_can_summarize_topics: boolean;
            /** @description Reasons for reporting a message. */
            server_report_message_types: {
                key: string;
                name: string;
            }[];
            /** @description The values that each permission accepts, keyed by its name. */
            server_supported_permission_settings: {
                realm: {
                    [key: string]: components["schemas"]["GroupPermissionSetting"];
                };
                stream: {
                    [key: string]: components["schemas"]["GroupPermissionSetting"];
                };
                group: {
                    [key: string]: components["schemas"]["GroupPermissionSetting"];
                };
            };
            /** @description Values that realm_gif_rating_policy accepts. */
            gif_rating_policy_options: {
                [key: string]: {
                    name: string;
                    id: number;
                };
            };
            /** @description Timeout of clients for GET /events. */
            event_queue_longpoll_timeout_seconds: number;
            /** @description The server sends digest emails. */
            settings_send_digest_emails: boolean;
        };
        /** @description Objects of the organization. */
        RegisteredOrganization: {
            /** @description Fetched with `custom_profile_fields`. */
            custom_profile_fields: components["schemas"]["CustomProfileField"][];
            /** @description Types of fields. Fetched with `custom_profile_fields`. */
            custom_profile_field_types: {
                [key: string]: {
                    id: number;
                    name: string;
                };
            };
            /** @description Fetched with `realm_domains`. */
            realm_domains: components["schemas"]["RealmDomain"][];
            /** @description Keyed by id. Fetched with `realm_emoji`. */
            realm_emoji: {
                [key: string]: components["schemas"]["RealmEmoji"];
            };
            /** @description In the order of their application. Empty for clients without the capability `linkifier_url_template`. Fetched with `realm_linkifiers`. */
            realm_linkifiers: components["schemas"]["Linkifier"][];
            /**
             * @deprecated
             * @description Always empty. Fetched with `realm_filters`.
             */
            realm_filters: (string | number)[][];
            /** @description Fetched with `realm_playgrounds`. */
            realm_playgrounds: components["schemas"]["RealmPlayground"][];
            /** @description Includes deactivated groups for clients with the capability `include_deactivated_groups`. Fetched with `realm_user_groups`. */
            realm_user_groups: components["schemas"]["UserGroup"][];
            /** @description Bots that the user may manage. Fetched with `realm_bot`. */
            realm_bots: components["schemas"]["Bot"][];
            /** @description The embedded bots by name, with their settings and default values. Fetched with `realm_embedded_bots`. */
            realm_embedded_bots: {
                name: string;
                config: components["schemas"]["BotConfiguration"];
            }[];
            /** @description Integrations that can post. Fetched with `realm_incoming_webhook_bots`. */
            realm_incoming_webhook_bots: {
                name: string;
                display_name: string;
                all_event_types: string[] | null;
                config_options?: components["schemas"]["WebhookConfigOption"];
                url_options?: components["schemas"]["WebhookUrlOption"];
            }[];
            /** @description Fetched with `realm_user_settings_defaults`. */
            realm_user_settings_defaults: components["schemas"]["UserSettingsDefaults"];
            /** @description Fetched with `realm_billing`. */
            realm_billing: {
                has_pending_sponsorship_request: boolean;
            };
            /** @description Words that search ignores. Fetched with `stop_words`. */
            stop_words: string[];
            /** @description Empty if not configured. Fetched with `giphy`. */
            giphy_api_key: string;
            /** @description Empty if not configured. Fetched with `tenor`. */
            tenor_api_key: string;
            /** @description Empty if not configured. Fetched with `klipy`. */
            klipy_api_key: string;
        };
        /** @description Users. Fetched with `realm_user` unless stated otherwise; fields that are not lists are about the registering user. */
        RegisteredUsers: {
            /** @description Active users. */
            realm_users: components["schemas"]["RegisteredUser"][];
            /** @description Deactivated users. */
            realm_non_active_users: components["schemas"]["RegisteredUser"][];
            /** @description System bots. */
            cross_realm_bots: components["schemas"]["CrossRealmBot"][];
            user_id: number;
            /** @description The email for API calls. */
            email: string;
            /** @description The delivery email. */
            delivery_email: string;
            full_name: string;
            /**
             * @description G Gravatar, J drawn by Jdenticon, U uploaded.
             * @enum {string}
             */
            avatar_source: "G" | "J" | "U";
            avatar_url: string;
            /** @description A larger avatar. */
            avatar_url_medium: string;
            is_owner: boolean;
            /** @description The user is an administrator or owner. */
            is_admin: boolean;
            /** @description The user is a moderator, administrator or owner. */
            is_moderator: boolean;
            is_guest: boolean;
            /**
             * @deprecated
             * @description The user can create channels of some type.
             */
            can_create_streams: boolean;
            can_create_public_streams: boolean;
            can_create_private_streams: boolean;
            can_create_web_public_streams: boolean;
            can_subscribe_other_users: boolean;
            can_invite_others_to_realm: boolean;
            /** @description Keyed by user id, or by email in the legacy form. Fetched with `presence`. */
            presences: {
                [key: string]: components["schemas"]["ModernPresence"] | {
                    [key: string]: components["schemas"]["LegacyPresence"];
                };
            };
            /** @description The position after which later presence reports continue. Fetched with `presence`. */
            presence_last_update_id: number;
            /** @description UNIX seconds of the snapshot. Fetched with `presence`. */
            server_timestamp: number;
            /** @description Keyed by user id. Fetched with `user_status`. */
            user_status: {
                [key: string]: components["schemas"]["UserStatus"];
            };
            /** @description Fetched with `muted_users`. */
            muted_users: {
                /** @description User id. */
                id: number;
                /** @description UNIX seconds. */
                timestamp: number;
            }[];
        };
        /** @description Channels and subscriptions. */
        RegisteredChannels: {
            /** @description All channels that are visible to the user. Fetched with `stream`. */
            streams: components["schemas"]["Channel"][];
            /** @description Fetched with `subscription`. */
            subscriptions: components["schemas"]["Subscription"][];
            /** @description Former subscriptions. Fetched with `subscription`. */
            unsubscribed: components["schemas"]["Subscription"][];
            /** @description Fetched with `subscription`. */
            never_subscribed: components["schemas"]["NeverSubscribedChannel"][];
            /** @description Fetched with `channel_folders`. */
            channel_folders: components["schemas"]["ChannelFolder"][];
            /** @description Channel ids. Fetched with `default_streams`. */
            realm_default_streams: number[];
            /** @description Fetched with `default_stream_groups`. */
            realm_default_stream_groups: components["schemas"]["DefaultChannelGroup"][];
            /** @description Fetched with `user_topic`. */
            user_topics: components["schemas"]["UserTopic"][];
            /**
             * @deprecated
             * @description Triples of channel name, topic and UNIX seconds. Fetched with `muted_topics`, unless `user_topic` is fetched too.
             */
            muted_topics: (string | number)[][];
        };
        UserTopic: {
            stream_id: number;
            topic_name: string;
            /** @description UNIX seconds. */
            last_updated: number;
            /**
             * @description 1 muted, 2 unmuted, 3 followed.
             * @enum {integer}
             */
            visibility_policy: 1 | 2 | 3;
        };
        /** @description Unread messages, drafts and other texts. */
        RegisteredMessages: {
            /**
             * @deprecated
             * @description Id of the newest message that the user received; -1 if there is none. Fetched with `message`.
             */
            max_message_id: number;
            /** @description Unread messages by conversation. Fetched with `message` and `update_message_flags` together. */
            unread_msgs: {
                /** @description Number of unread messages, except muted ones. */
                count: number;
                pms: {
                    other_user_id: number;
                    /**
                     * @deprecated
                     * @description The same as other_user_id.
                     */
                    sender_id: number;
                    unread_message_ids: number[];
                }[];
                streams: {
                    stream_id: number;
                    topic: string;
                    unread_message_ids: number[];
                }[];
                huddles: {
                    /** @description Sorted ids of all participants, separated by commas. */
                    user_ids_string: string;
                    unread_message_ids: number[];
                }[];
                /** @description Ids of unread messages that mention the user, without wildcard mentions in muted channels and topics. */
                mentions: number[];
                /** @description There are more unread messages than listed. */
                old_unreads_missing: boolean;
            };
            /** @description Message ids. Fetched with `starred_messages`. */
            starred_messages: number[];
            /** @description Fetched with `recent_private_conversations`. */
            recent_private_conversations: {
                max_message_id: number;
                /** @description The other participants; empty for messages to oneself. */
                user_ids: number[];
            }[];
            /** @description The drafts of the user, the last edited one first. Fetched with `drafts`. */
            drafts: components["schemas"]["Draft"][];
            /** @description Fetched with `scheduled_messages`. */
            scheduled_messages: components["schemas"]["ScheduledMessage"][];
            /** @description Fetched with `reminders`. */
            reminders: components["schemas"]["Reminder"][];
            /** @description Fetched with `saved_snippets`. */
            saved_snippets: components["schemas"]["SavedSnippet"][];
        };
        /** @description Settings and other objects of the user. */
        RegisteredPersonal: {
            /** @description Fetched with `user_settings`. */
            user_settings: components["schemas"]["UserSettings"];
            /** @description Fetched with `alert_words`. */
            alert_words: string[];
            /** @description Fetched with `onboarding_steps`. */
            onboarding_steps: components["schemas"]["OnboardingStep"][];
            /** @description Null if there is none. Fetched with `onboarding_steps`. */
            navigation_tour_video_url: string | null;
            /** @description Fetched with `navigation_views`. */
            navigation_views: components["schemas"]["NavigationView"][];
            /** @description Keyed by device id. Fetched with `device`. */
            devices: {
                [key: string]: {
                    push_key_id: number | null;
                    push_token_id: string | null;
                    /** @description The token that is being registered. */
                    pending_push_token_id: string | null;
                    /** @description UNIX seconds. */
                    push_token_last_updated_timestamp: number | null;
                    /** @description The error of the last registration. */
                    push_registration_error_code: string | null;
                };
            };
            /** @description The user has connected Zoom. Fetched with `video_calls`. */
            has_zoom_token: boolean;
            /** @description The user has connected Webex. Fetched with `video_calls`. */
            has_webex_token: boolean;
            /**
             * @deprecated
             * @description The setting of the same name, for old clients. Fetched with `user_settings`.
             */
            receives_typing_notifications: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
