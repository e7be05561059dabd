// Generated from api/openapi by `npm run generate`.

export interface components {
    schemas: {
        Responses: {
            "fetch-api-key": {
                api_key: string;
                email: string;
                user_id: number;
            };
            "fetch-own-api-key": {
                api_key: string;
                email: string;
                user_id: number;
            };
            "jwt-fetch-api-key": {
                api_key: string;
                email: string;
                user?: components["schemas"]["User"];
            };
            "dev-fetch-api-key": {
                api_key: string;
                email: string;
                user_id: number;
            };
            "dev-list-users": {
                direct_admins: components["schemas"]["DevelopmentUser"][];
                direct_users: components["schemas"]["DevelopmentUser"][];
            };
            "get-session": {
                csrf_token: string;
                email: string;
                user_id: number;
            };
            "open-session": {
                csrf_token: string;
                email: string;
                user_id: number;
            };
            "end-session": null;
            "get-authorized-clients": {
                authorized_clients: components["schemas"]["AuthorizedClient"][];
            };
            "revoke-authorized-client": null;
            "terminate-other-sessions": null;
            "get-server-settings": {
                /** @constant */
                zulip_feature_level: 500;
                /** @constant */
                service_feature_level: 500;
                zulip_version: string;
                zulip_merge_base: string;
                push_notifications_enabled: boolean;
                is_incompatible: boolean;
                email_auth_enabled: boolean;
                require_email_format_usernames: boolean;
                authentication_methods: {
                    password: boolean;
                    dev: boolean;
                    email: boolean;
                    ldap: boolean;
                    remoteuser: boolean;
                    github: boolean;
                    azuread: boolean;
                    gitlab: boolean;
                    apple: boolean;
                    google: boolean;
                    saml: boolean;
                    "openid connect": boolean;
                    discord: boolean;
                };
                external_authentication_methods: components["schemas"]["LoginButton"][];
                realm_url?: string;
                realm_uri?: string;
                realm_name?: string;
                realm_icon?: string;
                realm_description?: string;
                realm_web_public_access_enabled?: boolean;
            };
            "register-queue": components["schemas"]["RegisterResponse"];
            "get-events": {
                events: components["schemas"]["Event"][];
                queue_id: string;
            };
            "delete-queue": null;
            "get-users": {
                members: components["schemas"]["User"][];
            };
            "create-user": {
                user_id: number;
            };
            "get-own-user": components["schemas"]["OwnUser"];
            "deactivate-own-user": null;
            "regenerate-api-key": components["schemas"]["ApiKeyAnswer"];
            "update-status": null;
            "update-profile-data": null;
            "remove-profile-data": null;
            "create-password-reset-link": {
                url: string;
                expires_at: number;
            };
            "reactivate-user": null;
            "get-user-status": {
                status: components["schemas"]["UserStatus"];
            };
            "update-status-for-user": null;
            "get-user": {
                user: components["schemas"]["User"];
            };
            "update-user": null;
            "deactivate-user": null;
            "update-presence": {
                presence_last_update_id: number;
                server_timestamp?: number;
                presences?: components["schemas"]["Presences"];
            };
            "get-presence": {
                presences: {
                    [key: string]: {
                        [key: string]: components["schemas"]["LegacyPresence"];
                    };
                };
                server_timestamp: number;
            };
            "get-user-presence": {
                server_timestamp: number;
                presence: components["schemas"]["UserPresence"];
            };
            "register-client-device": {
                device_id: number;
            };
            "remove-client-device": null;
            "get-custom-profile-fields": {
                custom_fields: components["schemas"]["CustomProfileField"][];
            };
            "create-custom-profile-field": {
                id: number;
            };
            "reorder-custom-profile-fields": null;
            "update-custom-profile-field": null;
            "delete-custom-profile-field": null;
            "get-bots": {
                bots: components["schemas"]["Bot"][];
            };
            "create-bot": {
                user_id: number;
                email: string;
                full_name: string;
                api_key: string;
                default_sending_stream: string | null;
                default_events_register_stream: string | null;
                default_all_public_streams: boolean;
                services: components["schemas"]["Bot"]["services"];
            };
            "update-bot": null;
            "deactivate-bot": null;
            "get-bot-api-key": components["schemas"]["ApiKeyAnswer"];
            "regenerate-bot-api-key": components["schemas"]["ApiKeyAnswer"];
            "get-bot-storage": {
                storage: components["schemas"]["BotStorage"];
            };
            "update-bot-storage": null;
            "remove-bot-storage": null;
            "service-outgoing-webhook": components["schemas"]["OutgoingWebhookPayload"];
            "zulip-outgoing-webhook": components["schemas"]["OutgoingWebhookPayload"];
            "receive-webhook": {
                /** @constant */
                result: "success";
                msg: string;
                /** @constant */
                code?: "UNSUPPORTED_WEBHOOK_EVENT_TYPE";
                webhook_name?: string;
                event_type?: string;
                ok?: boolean;
                challenge?: string;
            };
            "get-user-groups": {
                user_groups: components["schemas"]["UserGroup"][];
            };
            "create-user-group": {
                group_id: number;
            };
            "update-user-group": null;
            "deactivate-user-group": null;
            "get-user-group-members": {
                members: number[];
            };
            "update-user-group-members": null;
            "get-is-user-group-member": {
                is_user_group_member: boolean;
            };
            "get-user-group-subgroups": {
                subgroups: number[];
            };
            "update-user-group-subgroups": null;
            "get-streams": {
                streams: components["schemas"]["ListedChannel"][];
            };
            "get-stream-by-id": {
                stream: components["schemas"]["Channel"];
            };
            "update-stream": null;
            "archive-stream": null;
            "get-stream-id": {
                stream_id: number;
            };
            "get-subscriptions": {
                subscriptions: components["schemas"]["Subscription"][];
            };
            subscribe: {
                subscribed: {
                    [key: string]: string[];
                };
                already_subscribed: {
                    [key: string]: string[];
                };
                unauthorized?: string[];
                new_subscription_messages_sent?: boolean;
            };
            "update-subscriptions": {
                subscribed: {
                    [key: string]: string[];
                };
                already_subscribed: {
                    [key: string]: string[];
                };
                removed: string[];
                not_removed: string[];
            };
            unsubscribe: {
                removed: string[];
                not_removed: string[];
            };
            "update-subscription-settings": null;
            "update-subscription-property": null;
            "get-subscribers": {
                subscribers: number[];
            };
            "get-user-channels": {
                subscribed_channel_ids: number[];
            };
            "get-subscription-status": {
                is_subscribed: boolean;
            };
            "create-channel": {
                id: number;
            };
            "get-stream-email-address": {
                email: string;
            };
            "add-default-stream": null;
            "remove-default-stream": null;
            "get-channel-folders": {
                channel_folders: components["schemas"]["ChannelFolder"][];
            };
            "patch-channel-folders": null;
            "create-channel-folder": {
                channel_folder_id: number;
            };
            "update-channel-folder": null;
            "create-default-stream-group": null;
            "update-default-stream-group": null;
            "delete-default-stream-group": null;
            "update-default-stream-group-channels": null;
            "get-messages": {
                anchor?: number;
                found_anchor: boolean;
                found_oldest: boolean;
                found_newest: boolean;
                history_limited: boolean;
                messages: components["schemas"]["Message"][];
            };
            "send-message": {
                id: number;
                /** @enum {integer} */
                automatic_new_visibility_policy?: 2 | 3;
            };
            "check-messages-match-narrow": {
                messages: {
                    [key: string]: {
                        match_content?: string;
                        match_subject?: string;
                    };
                };
            };
            "get-message": {
                message: components["schemas"]["Message"];
                raw_content: string;
            };
            "update-message": {
                detached_uploads: components["schemas"]["Attachment"][];
            };
            "delete-message": null;
            "render-message": {
                rendered: string;
            };
            "update-message-flags": {
                messages: number[];
                ignored_because_not_subscribed_channels?: number[];
            };
            "update-message-flags-for-narrow": {
                processed_count: number;
                updated_count: number;
                first_processed_id: number | null;
                last_processed_id: number | null;
                found_oldest: boolean;
                found_newest: boolean;
                ignored_because_not_subscribed_channels?: number[];
            };
            "mark-all-as-read": {
                complete: boolean;
            };
            "mark-stream-as-read": null;
            "mark-topic-as-read": null;
            "get-read-receipts": {
                user_ids: number[];
            };
            "report-message": null;
            "get-message-history": {
                message_history: {
                    topic: string;
                    content: string;
                    rendered_content: string;
                    timestamp: number;
                    user_id: number | null;
                    prev_topic?: string;
                    stream?: number;
                    prev_stream?: number;
                    prev_content?: string;
                    prev_rendered_content?: string;
                    content_html_diff?: string;
                }[];
            };
            "override-resumable-upload-method": {
                url: string;
                filename: string;
            };
            "continue-resumable-upload": {
                url: string;
                filename: string;
            };
            "upload-file": {
                url: string;
                uri: string;
                filename: string;
            };
            "get-file-temporary-url": {
                url: string;
            };
            "check-thumbnail-status": {
                has_thumbnail: boolean;
            };
            "get-attachments": {
                attachments: components["schemas"]["Attachment"][];
                upload_space_used: number;
            };
            "remove-attachment": null;
            "add-submessage": null;
            "get-alert-words": components["schemas"]["AlertWordsAnswer"];
            "add-alert-words": components["schemas"]["AlertWordsAnswer"];
            "remove-alert-words": components["schemas"]["AlertWordsAnswer"];
            "mute-user": null;
            "unmute-user": null;
            "get-custom-emoji": {
                emoji: {
                    [key: string]: components["schemas"]["RealmEmoji"];
                };
            };
            "upload-custom-emoji": null;
            "deactivate-custom-emoji": null;
            "upload-avatar": {
                avatar_url: string;
            };
            "delete-avatar": {
                avatar_url: string;
            };
            "upload-realm-icon": {
                icon_url: string;
            };
            "delete-realm-icon": {
                icon_url: string;
            };
            "upload-realm-logo": null;
            "delete-realm-logo": null;
            "get-invites": {
                invites: components["schemas"]["Invite"][];
            };
            "send-invites": null;
            "create-invite-link": {
                invite_link: string;
            };
            "revoke-email-invite": null;
            "revoke-invite-link": null;
            "resend-email-invite": null;
            "get-linkifiers": {
                linkifiers: components["schemas"]["Linkifier"][];
            };
            "reorder-linkifiers": null;
            "add-linkifier": {
                id: number;
            };
            "update-linkifier": null;
            "remove-linkifier": null;
            "update-settings": null;
            "update-notification-settings": null;
            "update-display-settings": null;
            "run-setting-command": {
                /** @constant */
                result: "success";
                msg: string;
                ignored_parameters_unsupported?: string[];
            };
            "update-realm-user-settings-defaults": null;
            "update-realm": null;
            "deactivate-realm": null;
            "test-welcome-bot-custom-message": {
                message_id: number;
            };
            "get-audit-log": {
                entries: components["schemas"]["AuditEntry"][];
                found_oldest: boolean;
            };
            "get-realm-domains": {
                domains: components["schemas"]["RealmDomain"][];
            };
            "add-realm-domain": {
                new_domain: (number | string)[];
            };
            "patch-realm-domain": null;
            "delete-realm-domain": null;
            "add-code-playground": {
                id: number;
            };
            "remove-code-playground": null;
            "get-navigation-views": {
                navigation_views: components["schemas"]["NavigationView"][];
            };
            "add-navigation-view": null;
            "edit-navigation-view": null;
            "remove-navigation-view": null;
            "mark-onboarding-step": null;
            "add-reaction": null;
            "remove-reaction": null;
            "set-typing-status": null;
            "set-typing-status-for-message-edit": null;
            "get-stream-topics": {
                topics: components["schemas"]["Topic"][];
                supports_topic_icons: boolean;
            };
            "set-topic-icon": null;
            "remove-topic-icon": null;
            "delete-topic": {
                complete: boolean;
            };
            "update-user-topic": null;
            "mute-topic": null;
            "refresh-sip-bearer": components["schemas"]["SipCredentials"];
            "get-json-web-keys": {
                keys: components["schemas"]["JsonWebKey"][];
            };
            "create-zoom-video-call": {
                url: string;
            };
            "create-webex-video-call": {
                url: string;
            };
            "create-big-blue-button-video-call": {
                url: string;
            };
            "create-constructor-groups-video-call": {
                url: string;
            };
            "create-nextcloud-talk-video-call": {
                url: string;
            };
            "disconnect-video-calls": null;
            "get-emoji-data": {
                code_to_names: {
                    [key: string]: string[];
                };
            };
            "start-call": {
                call: components["schemas"]["Call"];
                applied: boolean;
            };
            "act-on-call": {
                call: components["schemas"]["Call"];
                applied: boolean;
            };
            "get-call-history": {
                groups: components["schemas"]["CallHistoryGroup"][];
                nextCursor: string | null;
            };
            "clear-call-history": {
                groupKey: string;
                deletedRecords: number;
            };
            "recover-calls": {
                calls: components["schemas"]["Call"][];
                conference_presence: components["schemas"]["ConferencePresence"] | null;
            };
            "check-compatibility": null;
            "check-api-compatibility": null;
            "report-csp-violation": null;
            "get-drafts": {
                count: number;
                drafts: components["schemas"]["Draft"][];
            };
            "create-drafts": {
                ids: number[];
            };
            "edit-draft": null;
            "delete-draft": null;
            "get-liveness": {
                /** @constant */
                status: "ok";
            };
            "get-readiness": {
                /** @constant */
                status: "ok";
                /** @constant */
                database: "up";
                /** @constant */
                redis?: "up";
                worker?: components["schemas"]["WorkerState"];
            };
            "get-reminders": {
                reminders: components["schemas"]["Reminder"][];
            };
            "create-message-reminder": {
                reminder_id: number;
            };
            "delete-reminder": null;
            "get-saved-snippets": {
                saved_snippets: components["schemas"]["SavedSnippet"][];
            };
            "create-saved-snippet": {
                saved_snippet_id: number;
            };
            "edit-saved-snippet": null;
            "delete-saved-snippet": null;
            "get-scheduled-messages": {
                scheduled_messages: components["schemas"]["ScheduledMessage"][];
            };
            "create-scheduled-message": {
                scheduled_message_id: number;
            };
            "update-scheduled-message": null;
            "delete-scheduled-message": null;
        };
        DevelopmentUser: {
            email: string;
            realm_url: string;
        };
        AuthorizedClient: {
            id: number;
            /** @enum {string} */
            kind: "session" | "api_key" | "device";
            client_name: string;
            platform: string | null;
            ip_address: string | null;
            created_at: number;
            last_used_at: number | null;
            is_current: boolean;
        };
        LoginButton: {
            name: string;
            display_name: string;
            display_icon: string | null;
            login_url: string;
            signup_url: string;
        };
        Presences: {
            [key: string]: components["schemas"]["ModernPresence"] | {
                [key: string]: components["schemas"]["LegacyPresence"];
            };
        };
        UserPresence: {
            active_timestamp: number;
            idle_timestamp: number;
            website: {
                /** @enum {string} */
                status: "active" | "idle";
                timestamp: number;
            };
            aggregated: {
                /** @enum {string} */
                status: "active" | "idle" | "offline";
                timestamp: number;
            };
        };
        OutgoingWebhookPayload: {
            bot_email: string;
            bot_full_name: string;
            data: string;
            /** @enum {string} */
            trigger: "direct_message" | "mention";
            token: string;
            message: components["schemas"]["MessageToBot"];
        };
        BotStorage: {
            [key: string]: string;
        };
        ApiKeyAnswer: {
            api_key: string;
        };
        AlertWordsAnswer: {
            alert_words: string[];
        };
        Invite: {
            id: number;
            invited_by_user_id: number;
            invited: number;
            expiry_date: number | null;
            /** @enum {integer} */
            invited_as: 100 | 200 | 300 | 400 | 600;
            email?: string;
            notify_referrer_on_join?: boolean;
            link_url?: string;
            is_multiuse: boolean;
        };
        /** @enum {string} */
        AuditKind: "realm.changed" | "realm.user_settings_defaults_changed" | "realm.linkifiers_reordered" | "realm.profile_fields_reordered" | "realm.channel_folders_reordered" | "realm.deactivated" | "realm.reactivated" | "user.created" | "user.renamed" | "user.email_changed" | "user.avatar_changed" | "user.role_changed" | "user.settings_changed" | "user.profile_changed" | "user.status_changed" | "user.permission_changed" | "user.password_link_created" | "user.api_key_regenerated" | "user.deactivated" | "user.reactivated" | "user.deleted" | "bot.changed" | "bot.owner_changed" | "group.created" | "group.changed" | "group.members_added" | "group.members_removed" | "group.subgroups_added" | "group.subgroups_removed" | "channel.created" | "channel.changed" | "channel_folder.created" | "channel_folder.changed" | "default_channel_group.created" | "default_channel_group.changed" | "default_channel_group.deleted" | "linkifier.created" | "linkifier.changed" | "linkifier.deleted" | "playground.created" | "playground.deleted" | "emoji.created" | "emoji.deactivated" | "domain.created" | "domain.changed" | "domain.deleted" | "profile_field.created" | "profile_field.changed" | "profile_field.deleted" | "invitation.created" | "invitation.resent" | "invitation.revoked";
        AuditEntry: {
            id: number;
            timestamp: number;
            actor_id: number | null;
            kind: components["schemas"]["AuditKind"];
            target_type: string;
            target_id: number;
            before: Record<string, never> | null;
            after: Record<string, never> | null;
            client: string | null;
            address: string | null;
        };
        Topic: {
            name: string;
            max_id: number;
            icon?: components["schemas"]["TopicIcon"];
        };
        SipCredentials: {
            accessToken: string;
            /** @constant */
            tokenType: "Bearer";
            expiresAt: number;
            refreshToken: string;
            refreshHandle: string;
            sipIdentity: string;
            scope: string;
            registrar: string;
            iceServers: components["schemas"]["IceServer"][];
        };
        IceServer: {
            urls: string[];
            username: string;
            credential: string;
        };
        JsonWebKey: {
            /** @constant */
            kty: "EC";
            /** @constant */
            crv: "P-256";
            x: string;
            y: string;
            kid: string;
            /** @constant */
            alg: "ES256";
            /** @constant */
            use: "sig";
        };
        /** @enum {string} */
        WorkerState: "up" | "down";
        /** @enum {integer} */
        Role: 100 | 200 | 300 | 400 | 600;
        UserBase: {
            user_id: number;
            email: string;
            delivery_email: string | null;
            full_name: string;
            public_username: string | null;
            date_joined: string;
            is_owner: boolean;
            is_admin: boolean;
            is_guest: boolean;
            is_bot: boolean;
            /** @enum {integer|null} */
            bot_type: 1 | 2 | 3 | 4 | null;
            bot_owner_id?: number | null;
            role: components["schemas"]["Role"];
            timezone: string;
            avatar_url?: string | null;
            avatar_version: number;
            is_imported_stub: boolean;
            /** @constant */
            is_deleted?: true;
            profile_data?: components["schemas"]["ProfileData"];
        };
        User: components["schemas"]["UserBase"] & {
            is_active: boolean;
        };
        RegisteredUser: components["schemas"]["UserBase"];
        CrossRealmBot: {
            user_id: number;
            email: string;
            delivery_email: string | null;
            full_name: string;
            date_joined: string;
            is_active?: boolean;
            is_owner: boolean;
            is_admin: boolean;
            is_guest: boolean;
            is_bot: boolean;
            is_system_bot: boolean;
            bot_type: number | null;
            bot_owner_id?: number | null;
            role: components["schemas"]["Role"];
            timezone: string;
            avatar_url: string | null;
            avatar_version: number;
            is_imported_stub?: boolean;
        };
        OwnUser: {
            user_id: number;
            email: string;
            delivery_email: string;
            full_name: string;
            avatar_url: string;
            avatar_version: number;
            date_joined: string;
            timezone: string;
            role: components["schemas"]["Role"];
            is_owner: boolean;
            is_admin: boolean;
            is_guest: boolean;
            is_bot: boolean;
            is_active: boolean;
            is_imported_stub: boolean;
            max_message_id: number;
            profile_data?: components["schemas"]["ProfileData"];
        };
        ProfileData: {
            [key: string]: {
                value: string;
                rendered_value?: string;
            };
        };
        CustomProfileField: {
            id: number;
            /** @enum {integer} */
            type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
            order: number;
            name: string;
            hint: string;
            field_data?: string;
            /** @constant */
            display_in_profile_summary?: true;
            required: boolean;
            editable_by_user: boolean;
            /** @constant */
            use_for_user_matching?: true;
        };
        UserStatus: {
            away?: boolean;
            status_text?: string;
            emoji_name?: string;
            emoji_code?: string;
            reaction_type?: components["schemas"]["ReactionType"];
        };
        ModernPresence: {
            active_timestamp: number;
            idle_timestamp: number;
        };
        LegacyPresence: {
            client: string;
            /** @enum {string} */
            status: "active" | "idle";
            timestamp: number;
            pushable?: boolean;
        };
        BotConfiguration: {
            [key: string]: string;
        };
        Bot: {
            user_id: number;
            default_sending_stream: string | null;
            default_events_register_stream: string | null;
            default_all_public_streams: boolean;
            services?: ({
                base_url: string;
                token: string;
                /** @enum {integer} */
                interface: 1 | 2;
            } | {
                service_name: string;
                config_data: components["schemas"]["BotConfiguration"];
            })[];
        };
        BotChange: {
            user_id: number;
            default_sending_stream?: string | null;
            default_events_register_stream?: string | null;
            default_all_public_streams?: boolean;
            services?: components["schemas"]["Bot"]["services"];
        };
        GroupSettingValue: number | {
            direct_members: number[];
            direct_subgroups: number[];
        };
        UserGroup: {
            id: number;
            name: string;
            description: string;
            date_created: number | null;
            creator_id: number | null;
            members: number[];
            direct_subgroup_ids: number[];
            is_system_group: boolean;
            can_add_members_group: components["schemas"]["GroupSettingValue"];
            can_join_group: components["schemas"]["GroupSettingValue"];
            can_leave_group: components["schemas"]["GroupSettingValue"];
            can_manage_group: components["schemas"]["GroupSettingValue"];
            can_mention_group: components["schemas"]["GroupSettingValue"];
            can_remove_members_group: components["schemas"]["GroupSettingValue"];
            deactivated: boolean;
        };
        GroupPermissionSetting: {
            require_system_group: boolean;
            allow_internet_group: boolean;
            allow_nobody_group: boolean;
            allow_everyone_group: boolean;
            default_group_name: string;
            default_for_system_groups: string | null;
            allowed_system_groups: string[];
        };
        /** @enum {string} */
        TopicsPolicy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
        ChannelBase: {
            stream_id: number;
            name: string;
            is_archived: boolean;
            description: string;
            rendered_description: string;
            date_created: number;
            creator_id: number | null;
            invite_only: boolean;
            is_web_public: boolean;
            history_public_to_subscribers: boolean;
            /** @enum {integer} */
            stream_post_policy: 1 | 2 | 3 | 4;
            is_announcement_only: boolean;
            message_retention_days: number | null;
            topics_policy: components["schemas"]["TopicsPolicy"];
            first_message_id: number | null;
            folder_id: number | null;
            is_recently_active: boolean;
            subscriber_count: number;
            stream_weekly_traffic: number | null;
            can_add_subscribers_group: components["schemas"]["GroupSettingValue"];
            can_remove_subscribers_group: components["schemas"]["GroupSettingValue"];
            can_administer_channel_group: components["schemas"]["GroupSettingValue"];
            can_delete_any_message_group: components["schemas"]["GroupSettingValue"];
            can_delete_own_message_group: components["schemas"]["GroupSettingValue"];
            can_move_messages_out_of_channel_group: components["schemas"]["GroupSettingValue"];
            can_move_messages_within_channel_group: components["schemas"]["GroupSettingValue"];
            can_send_message_group: components["schemas"]["GroupSettingValue"];
            can_subscribe_group: components["schemas"]["GroupSettingValue"];
            can_resolve_topics_group: components["schemas"]["GroupSettingValue"];
            can_create_topic_group: components["schemas"]["GroupSettingValue"];
        };
        Channel: components["schemas"]["ChannelBase"];
        ListedChannel: components["schemas"]["ChannelBase"] & {
            is_default?: boolean;
        };
        NeverSubscribedChannel: components["schemas"]["ChannelBase"] & {
            subscribers?: number[];
            partial_subscribers?: number[];
        };
        Subscription: components["schemas"]["ChannelBase"] & {
            subscribers?: number[];
            partial_subscribers?: number[];
            color: string;
            pin_to_top: boolean;
            is_muted: boolean;
            in_home_view: boolean;
            desktop_notifications: boolean | null;
            audible_notifications: boolean | null;
            push_notifications: boolean | null;
            email_notifications: boolean | null;
            wildcard_mentions_notify: boolean | null;
        };
        DefaultChannelGroup: {
            id: number;
            name: string;
            description: string;
            streams: number[];
        };
        ChannelFolder: {
            id: number;
            name: string;
            description: string;
            rendered_description: string;
            order: number;
            date_created: number | null;
            creator_id: number | null;
            is_archived: boolean;
        };
        /** @enum {string} */
        ReactionType: "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji";
        MessageFlags: string[];
        Reaction: {
            emoji_name: string;
            emoji_code: string;
            reaction_type: components["schemas"]["ReactionType"];
            user_id: number;
        };
        TopicLink: {
            text: string;
            url: string;
        };
        MessageBase: {
            id: number;
            /** @enum {string} */
            type: "stream" | "private";
            content: string;
            /** @enum {string} */
            content_type: "text/html" | "text/x-markdown";
            sender_id: number;
            sender_email: string;
            sender_full_name: string;
            sender_realm_str: string;
            avatar_url: string | null;
            client: string;
            recipient_id: number;
            display_recipient: string | {
                id: number;
                email: string;
                full_name: string;
                is_mirror_dummy: boolean;
            }[];
            stream_id?: number;
            subject: string;
            topic_links: components["schemas"]["TopicLink"][];
            timestamp: number;
            is_me_message: boolean;
            reactions: components["schemas"]["Reaction"][];
            submessages: {
                id: number;
                message_id: number;
                sender_id: number;
                msg_type: string;
                content: string;
            }[];
            last_edit_timestamp?: number;
            last_moved_timestamp?: number;
            edit_history?: {
                user_id: number | null;
                timestamp: number;
                prev_content?: string;
                prev_rendered_content?: string;
                prev_stream?: number;
                stream?: number;
                prev_topic?: string;
                topic?: string;
            }[];
        };
        Message: components["schemas"]["MessageBase"] & {
            flags: components["schemas"]["MessageFlags"];
            match_content?: string;
            match_subject?: string;
        };
        MessageToBot: components["schemas"]["MessageBase"] & {
            rendered_content: string;
        };
        EventMessage: components["schemas"]["MessageBase"];
        Attachment: {
            id: number;
            name: string;
            path_id: string;
            size: number;
            create_time: number;
            message_ids: number[];
        };
        Draft: {
            id: number;
            /** @enum {string} */
            type: "" | "stream" | "private";
            to: number[];
            topic: string;
            content: string;
            timestamp: number;
        };
        SavedSnippet: {
            id: number;
            title: string;
            content: string;
            date_created: number;
        };
        ScheduledMessage: {
            scheduled_message_id: number;
            /** @enum {string} */
            type: "stream" | "private";
            to: number | number[];
            topic?: string;
            content: string;
            rendered_content: string;
            scheduled_delivery_timestamp: number;
            failed: boolean;
        };
        Reminder: {
            reminder_id: number;
            /** @constant */
            type: "private";
            to: number[];
            content: string;
            rendered_content: string;
            scheduled_delivery_timestamp: number;
            failed: boolean;
            reminder_target_message_id: number;
        };
        AuthenticationMethod: {
            enabled: boolean;
            available: boolean;
            unavailable_reason?: string;
        };
        RealmEmoji: {
            id: string;
            name: string;
            source_url: string;
            still_url: string | null;
            deactivated: boolean;
            author_id: number | null;
        };
        RealmDomain: {
            domain: string;
            allow_subdomains: boolean;
        };
        RealmPlayground: {
            id: number;
            name: string;
            pygments_language: string;
            url_template: string;
        };
        Linkifier: {
            id: number;
            pattern: string;
            url_template: string;
            example_input: string | null;
            reverse_template: string | null;
            alternative_url_templates: string[];
        };
        RealmExport: {
            id: number;
            acting_user_id: number;
            export_time: number;
            deleted_timestamp: number | null;
            failed_timestamp: number | null;
            export_url: string | null;
            pending: boolean;
            export_from_prior_server: boolean;
            /** @enum {string} */
            export_type: "public" | "full_with_consent" | "full_without_consent";
        };
        WebhookConfigOption: {
            key: string;
            label: string;
            validator: string;
        }[];
        WebhookUrlOption: {
            key: string;
            label: string;
            input_type: string;
        }[];
        OnboardingStep: {
            type: string;
            name: string;
        };
        NavigationView: {
            fragment: string;
            is_pinned: boolean;
            name?: string | null;
        };
        UserSettingsBase: {
            twenty_four_hour_time: boolean | null;
            /** @enum {integer} */
            web_mark_read_on_scroll_policy: 1 | 2 | 3;
            /** @enum {integer} */
            web_channel_default_view: 1 | 2 | 3 | 4;
            starred_message_counts: boolean;
            receives_typing_notifications: boolean;
            web_suggest_update_timezone: boolean;
            fluid_layout_width: boolean;
            high_contrast_mode: boolean;
            web_font_size_px: number;
            web_line_height_percent: number;
            /** @enum {integer} */
            color_scheme: 1 | 2 | 3;
            translate_emoticons: boolean;
            display_emoji_reaction_users: boolean;
            default_language: string;
            /** @enum {string} */
            web_home_view: "inbox" | "recent" | "all_messages";
            web_escape_navigates_to_home_view: boolean;
            left_side_userlist: boolean;
            /** @enum {string} */
            emojiset: "google" | "twitter" | "text";
            /** @enum {integer} */
            demote_inactive_streams: 1 | 2 | 3;
            /** @enum {integer} */
            user_list_style: 1 | 2 | 3;
            /** @enum {string} */
            web_animate_image_previews: "always" | "on_hover" | "never";
            /** @enum {integer} */
            web_stream_unreads_count_display_policy: 1 | 2 | 3;
            hide_ai_features: boolean;
            web_inbox_show_channel_folders: boolean;
            web_left_sidebar_show_channel_folders: boolean;
            web_left_sidebar_unreads_count_summary: boolean;
            web_navigate_to_sent_message: boolean;
            enter_sends: boolean;
            enable_drafts_synchronization: boolean;
            enable_stream_desktop_notifications: boolean;
            enable_stream_email_notifications: boolean;
            enable_stream_push_notifications: boolean;
            enable_stream_audible_notifications: boolean;
            notification_sound: string;
            enable_desktop_notifications: boolean;
            enable_sounds: boolean;
            enable_followed_topic_desktop_notifications: boolean;
            enable_followed_topic_email_notifications: boolean;
            enable_followed_topic_push_notifications: boolean;
            enable_followed_topic_audible_notifications: boolean;
            enable_followed_topic_wildcard_mentions_notify: boolean;
            email_notifications_batching_period_seconds: number;
            enable_offline_email_notifications: boolean;
            enable_offline_push_notifications: boolean;
            enable_online_push_notifications: boolean;
            enable_digest_emails: boolean;
            enable_marketing_emails: boolean;
            enable_login_emails: boolean;
            message_content_in_email_notifications: boolean;
            pm_content_in_desktop_notifications: boolean;
            wildcard_mentions_notify: boolean;
            /** @enum {integer} */
            desktop_icon_count_display: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            realm_name_in_email_notifications_policy: 1 | 2 | 3;
            /** @enum {integer} */
            automatically_follow_topics_policy: 1 | 2 | 3 | 4;
            /** @enum {integer} */
            automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4;
            automatically_follow_topics_where_mentioned: boolean;
            /** @enum {string} */
            resolved_topic_notice_auto_read_policy: "always" | "except_followed" | "never";
            available_notification_sounds: string[];
            emojiset_choices: {
                key: string;
                text: string;
            }[];
            presence_enabled: boolean;
            send_private_typing_notifications: boolean;
            send_stream_typing_notifications: boolean;
            send_read_receipts: boolean;
            allow_private_data_export: boolean;
            /** @enum {integer} */
            email_address_visibility: 1 | 2 | 3 | 4 | 5;
        };
        UserSettings: components["schemas"]["UserSettingsBase"] & {
            timezone: string;
        };
        UserSettingsDefaults: components["schemas"]["UserSettingsBase"];
        UserSettingValue: boolean | number | string | null;
        RealmSettings: {
            name?: string;
            description?: string;
            rendered_description?: string;
            org_type?: number;
            /** @enum {integer} */
            plan_type?: 1 | 2 | 3 | 4;
            default_language?: string;
            /** @enum {string} */
            icon_source?: "G" | "U";
            icon_url?: string;
            /** @enum {string} */
            logo_source?: "D" | "U";
            logo_url?: string;
            /** @enum {string} */
            night_logo_source?: "D" | "U";
            night_logo_url?: string;
            /** @enum {string} */
            default_avatar_source?: "G" | "J";
            authentication_methods?: {
                [key: string]: components["schemas"]["AuthenticationMethod"];
            };
            invite_required?: boolean;
            emails_restricted_to_domains?: boolean;
            disallow_disposable_email_addresses?: boolean;
            email_changes_disabled?: boolean;
            name_changes_disabled?: boolean;
            require_unique_names?: boolean;
            waiting_period_threshold?: number;
            allow_message_editing?: boolean;
            message_content_edit_limit_seconds?: number | null;
            message_content_delete_limit_seconds?: number | null;
            move_messages_within_stream_limit_seconds?: number | null;
            move_messages_between_streams_limit_seconds?: number | null;
            /** @enum {string} */
            message_edit_history_visibility_policy?: "all" | "moves" | "none";
            /** @enum {string} */
            topics_policy?: "allow_empty_topic" | "disable_empty_topic";
            mandatory_topics?: boolean;
            default_code_block_language?: string;
            enable_read_receipts?: boolean;
            presence_disabled?: boolean;
            enable_spectator_access?: boolean;
            want_advertise_in_communities_directory?: boolean;
            enable_guest_user_indicator?: boolean;
            enable_guest_user_dm_warning?: boolean;
            inline_image_preview?: boolean;
            inline_url_embed_preview?: boolean;
            /** @enum {integer} */
            media_preview_size?: 100 | 150 | 200;
            gif_rating_policy?: number;
            video_chat_provider?: number;
            jitsi_server_url?: string | null;
            digest_emails_enabled?: boolean;
            digest_weekday?: number;
            message_content_allowed_in_email_notifications?: boolean;
            send_welcome_emails?: boolean;
            send_channel_events_messages?: boolean;
            welcome_message_custom_text?: string;
            new_stream_announcements_stream_id?: number;
            signup_announcements_stream_id?: number;
            zulip_update_announcements_stream_id?: number;
            moderation_request_channel_id?: number;
            push_notifications_enabled?: boolean;
            push_notifications_enabled_end_timestamp?: number | null;
            require_e2ee_push_notifications?: boolean;
            max_file_upload_size_mib?: number;
            upload_quota_mib?: number | null;
            can_access_all_users_group?: components["schemas"]["GroupSettingValue"];
            can_add_custom_emoji_group?: components["schemas"]["GroupSettingValue"];
            can_add_subscribers_group?: components["schemas"]["GroupSettingValue"];
            can_create_bots_group?: components["schemas"]["GroupSettingValue"];
            can_create_write_only_bots_group?: components["schemas"]["GroupSettingValue"];
            can_create_groups?: components["schemas"]["GroupSettingValue"];
            can_create_public_channel_group?: components["schemas"]["GroupSettingValue"];
            can_create_private_channel_group?: components["schemas"]["GroupSettingValue"];
            can_create_web_public_channel_group?: components["schemas"]["GroupSettingValue"];
            can_delete_any_message_group?: components["schemas"]["GroupSettingValue"];
            can_delete_own_message_group?: components["schemas"]["GroupSettingValue"];
            can_invite_users_group?: components["schemas"]["GroupSettingValue"];
            create_multiuse_invite_group?: components["schemas"]["GroupSettingValue"];
            can_manage_all_groups?: components["schemas"]["GroupSettingValue"];
            can_manage_billing_group?: components["schemas"]["GroupSettingValue"];
            can_mention_many_users_group?: components["schemas"]["GroupSettingValue"];
            can_move_messages_between_channels_group?: components["schemas"]["GroupSettingValue"];
            can_move_messages_between_topics_group?: components["schemas"]["GroupSettingValue"];
            can_resolve_topics_group?: components["schemas"]["GroupSettingValue"];
            can_set_delete_message_policy_group?: components["schemas"]["GroupSettingValue"];
            can_set_topics_policy_group?: components["schemas"]["GroupSettingValue"];
            can_summarize_topics_group?: components["schemas"]["GroupSettingValue"];
            direct_message_initiator_group?: components["schemas"]["GroupSettingValue"];
            direct_message_permission_group?: components["schemas"]["GroupSettingValue"];
            workplace_users_group?: components["schemas"]["GroupSettingValue"];
        };
        CallConversation: {
            /** @enum {string} */
            kind: "dm" | "channel";
            dmUserIds: number[];
            streamId: number | null;
            topic: string | null;
            title: string;
        };
        Call: {
            callId: string;
            appCallId: string | null;
            /** @enum {string} */
            kind: "dm" | "channel";
            /** @enum {string} */
            state: "ringing" | "active" | "ended";
            /** @enum {string} */
            mediaType: "audio" | "video";
            initiatorUserId: number;
            conversation: components["schemas"]["CallConversation"];
            participants: components["schemas"]["CallParticipant"][];
            startedAt: number;
            answeredAt: number | null;
            endedAt: number | null;
            /** @enum {string|null} */
            endReason: "hangup" | "declined" | "missed" | "cancelled" | "failed" | null;
            metadata: Record<string, never>;
        };
        CallParticipant: {
            userId: number;
            /** @enum {string} */
            state: "ringing" | "joined" | "declined" | "left" | "missed";
            isMuted: boolean;
            joinedAt: number | null;
            leftAt: number | null;
        };
        CallHistoryGroup: {
            groupKey: string;
            /** @enum {string} */
            kind: "dm" | "channel";
            dmUserIds: number[];
            streamId: number | null;
            topic: string | null;
            title: string;
            callCount: number;
            missedCount: number;
            lastCallAt: number;
            records: components["schemas"]["CallRecord"][];
        };
        CallRecord: {
            recordId: number;
            callId: string;
            /** @enum {string} */
            direction: "incoming" | "outgoing";
            /** @enum {string} */
            outcome: "answered" | "declined" | "missed" | "cancelled";
            /** @enum {string} */
            mediaType: "audio" | "video";
            startedAt: number;
            answeredAt: number | null;
            endedAt: number | null;
            durationSeconds: number;
            participantUserIds: number[];
        };
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
            isResumable: boolean;
            participants: components["schemas"]["ConferenceParticipant"][];
            roomContract: components["schemas"]["ConferenceRoomContract"] | null;
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
            reactionKey: string;
            metadata: {
                [key: string]: string;
            };
        };
        ConferenceRoomContract: {
            shareUrl: string | null;
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
            canManage: boolean;
            canChangeJoinMuted: boolean;
            canChangeMessagesEnabled: boolean;
            adminUserIds: number[];
            metadata: {
                [key: string]: string;
            };
        };
        TopicIcon: {
            emoji_name: string;
            emoji_code: string;
            reaction_type: components["schemas"]["ReactionType"];
        };
        EventId: number;
        Event: components["schemas"]["MessageEvent"] | components["schemas"]["UpdateMessageEvent"] | components["schemas"]["DeleteMessageEvent"] | components["schemas"]["UpdateMessageFlagsAddEvent"] | components["schemas"]["UpdateMessageFlagsRemoveEvent"] | components["schemas"]["ReactionAddEvent"] | components["schemas"]["ReactionRemoveEvent"] | components["schemas"]["SubmessageEvent"] | components["schemas"]["TypingStartEvent"] | components["schemas"]["TypingStopEvent"] | components["schemas"]["TypingEditMessageStartEvent"] | components["schemas"]["TypingEditMessageStopEvent"] | components["schemas"]["AttachmentAddEvent"] | components["schemas"]["AttachmentUpdateEvent"] | components["schemas"]["AttachmentRemoveEvent"] | components["schemas"]["DraftsAddEvent"] | components["schemas"]["DraftsUpdateEvent"] | components["schemas"]["DraftsRemoveEvent"] | components["schemas"]["ScheduledMessagesAddEvent"] | components["schemas"]["ScheduledMessagesUpdateEvent"] | components["schemas"]["ScheduledMessagesRemoveEvent"] | components["schemas"]["RemindersAddEvent"] | components["schemas"]["RemindersRemoveEvent"] | components["schemas"]["SavedSnippetsAddEvent"] | components["schemas"]["SavedSnippetsUpdateEvent"] | components["schemas"]["SavedSnippetsRemoveEvent"] | components["schemas"]["StreamCreateEvent"] | components["schemas"]["StreamDeleteEvent"] | components["schemas"]["StreamUpdateEvent"] | components["schemas"]["SubscriptionAddEvent"] | components["schemas"]["SubscriptionRemoveEvent"] | components["schemas"]["SubscriptionUpdateEvent"] | components["schemas"]["SubscriptionPeerAddEvent"] | components["schemas"]["SubscriptionPeerRemoveEvent"] | components["schemas"]["ChannelFolderAddEvent"] | components["schemas"]["ChannelFolderUpdateEvent"] | components["schemas"]["ChannelFolderReorderEvent"] | components["schemas"]["DefaultStreamsEvent"] | components["schemas"]["DefaultStreamGroupsEvent"] | components["schemas"]["UserTopicEvent"] | components["schemas"]["MutedTopicsEvent"] | components["schemas"]["RealmUserAddEvent"] | components["schemas"]["RealmUserRemoveEvent"] | components["schemas"]["RealmUserUpdateEvent"] | components["schemas"]["PresenceEvent"] | components["schemas"]["UserStatusEvent"] | components["schemas"]["CustomProfileFieldsEvent"] | components["schemas"]["MutedUsersEvent"] | components["schemas"]["UserGroupAddEvent"] | components["schemas"]["UserGroupUpdateEvent"] | components["schemas"]["UserGroupRemoveEvent"] | components["schemas"]["UserGroupAddMembersEvent"] | components["schemas"]["UserGroupRemoveMembersEvent"] | components["schemas"]["UserGroupAddSubgroupsEvent"] | components["schemas"]["UserGroupRemoveSubgroupsEvent"] | components["schemas"]["RealmBotAddEvent"] | components["schemas"]["RealmBotUpdateEvent"] | components["schemas"]["RealmBotRemoveEvent"] | components["schemas"]["RealmBotDeleteEvent"] | components["schemas"]["InvitesChangedEvent"] | components["schemas"]["RealmUpdateEvent"] | components["schemas"]["RealmUpdateDictEvent"] | components["schemas"]["RealmDeactivatedEvent"] | components["schemas"]["RealmUserSettingsDefaultsUpdateEvent"] | components["schemas"]["RealmDomainsAddEvent"] | components["schemas"]["RealmDomainsChangeEvent"] | components["schemas"]["RealmDomainsRemoveEvent"] | components["schemas"]["RealmEmojiAddEvent"] | components["schemas"]["RealmEmojiUpdateOneEvent"] | components["schemas"]["RealmEmojiUpdateEvent"] | components["schemas"]["RealmLinkifiersEvent"] | components["schemas"]["RealmFiltersEvent"] | components["schemas"]["RealmPlaygroundsEvent"] | components["schemas"]["RealmExportEvent"] | components["schemas"]["RealmExportConsentEvent"] | components["schemas"]["UserSettingsUpdateEvent"] | components["schemas"]["AlertWordsEvent"] | components["schemas"]["OnboardingStepsEvent"] | components["schemas"]["NavigationViewAddEvent"] | components["schemas"]["NavigationViewUpdateEvent"] | components["schemas"]["NavigationViewRemoveEvent"] | components["schemas"]["DeviceAddEvent"] | components["schemas"]["DeviceUpdateEvent"] | components["schemas"]["DeviceRemoveEvent"] | components["schemas"]["HasZoomTokenEvent"] | components["schemas"]["HasWebexTokenEvent"] | components["schemas"]["HeartbeatEvent"] | components["schemas"]["RestartEvent"] | components["schemas"]["WebReloadClientEvent"] | components["schemas"]["CallEvent"] | components["schemas"]["ConferenceEvent"] | components["schemas"]["TopicIconSetEvent"] | components["schemas"]["TopicIconRemoveEvent"] | components["schemas"]["CallHistoryClearEvent"];
        MessageEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "message";
            message: components["schemas"]["EventMessage"];
            flags: components["schemas"]["MessageFlags"];
            local_message_id?: string;
        };
        UpdateMessageEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "update_message";
            user_id: number | null;
            rendering_only: boolean;
            message_id: number;
            message_ids: number[];
            flags: components["schemas"]["MessageFlags"];
            edit_timestamp: number;
            stream_name?: string;
            stream_id?: number;
            new_stream_id?: number;
            /** @enum {string} */
            propagate_mode?: "change_one" | "change_later" | "change_all";
            orig_subject?: string;
            subject?: string;
            topic_links?: components["schemas"]["TopicLink"][];
            orig_content?: string;
            orig_rendered_content?: string;
            content?: string;
            rendered_content?: string;
            is_me_message?: boolean;
        };
        DeleteMessageEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "delete_message";
            message_ids?: number[];
            message_id?: number;
            /** @enum {string} */
            message_type: "stream" | "private";
            stream_id?: number;
            topic?: string;
        } & (unknown | unknown);
        UpdateMessageFlagsAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "update_message_flags";
            /** @constant */
            op: "add";
            /** @constant */
            operation: "add";
            flag: string;
            messages: number[];
            all: boolean;
        };
        UpdateMessageFlagsRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "update_message_flags";
            /** @constant */
            op: "remove";
            /** @constant */
            operation: "remove";
            flag: string;
            messages: number[];
            /** @constant */
            all: false;
            message_details?: {
                [key: string]: {
                    /** @enum {string} */
                    type: "stream" | "private";
                    /** @constant */
                    mentioned?: true;
                    user_ids?: number[];
                    stream_id?: number;
                    topic?: string;
                    unmuted_stream_msg?: boolean;
                };
            };
        };
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
        SubmessageEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "submessage";
            submessage_id: number;
            message_id: number;
            sender_id: number;
            msg_type: string;
            content: string;
        };
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
            recipients?: {
                user_id: number;
                email: string;
            }[];
            stream_id?: number;
            topic?: string;
        };
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
            recipients?: {
                user_id: number;
                email: string;
            }[];
            stream_id?: number;
            topic?: string;
        };
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
        AttachmentAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "attachment";
            /** @constant */
            op: "add";
            attachment: components["schemas"]["Attachment"];
            upload_space_used: number;
        };
        AttachmentUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "attachment";
            /** @constant */
            op: "update";
            attachment: components["schemas"]["Attachment"];
            upload_space_used: number;
        };
        AttachmentRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "attachment";
            /** @constant */
            op: "remove";
            attachment: {
                id: number;
            };
            upload_space_used: number;
        };
        DraftsAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "drafts";
            /** @constant */
            op: "add";
            drafts: components["schemas"]["Draft"][];
        };
        DraftsUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "drafts";
            /** @constant */
            op: "update";
            draft: components["schemas"]["Draft"];
        };
        DraftsRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "drafts";
            /** @constant */
            op: "remove";
            draft_id: number;
        };
        ScheduledMessagesAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "scheduled_messages";
            /** @constant */
            op: "add";
            scheduled_messages: components["schemas"]["ScheduledMessage"][];
        };
        ScheduledMessagesUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "scheduled_messages";
            /** @constant */
            op: "update";
            scheduled_message: components["schemas"]["ScheduledMessage"];
        };
        ScheduledMessagesRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "scheduled_messages";
            /** @constant */
            op: "remove";
            scheduled_message_id: number;
        };
        RemindersAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "reminders";
            /** @constant */
            op: "add";
            reminders: components["schemas"]["Reminder"][];
        };
        RemindersRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "reminders";
            /** @constant */
            op: "remove";
            reminder_id: number;
        };
        SavedSnippetsAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "saved_snippets";
            /** @constant */
            op: "add";
            saved_snippet: components["schemas"]["SavedSnippet"];
        };
        SavedSnippetsUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "saved_snippets";
            /** @constant */
            op: "update";
            saved_snippet: components["schemas"]["SavedSnippet"];
        };
        SavedSnippetsRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "saved_snippets";
            /** @constant */
            op: "remove";
            saved_snippet_id: number;
        };
        StreamCreateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "stream";
            /** @constant */
            op: "create";
            streams: components["schemas"]["Channel"][];
        };
        StreamDeleteEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "stream";
            /** @constant */
            op: "delete";
            streams: {
                stream_id: number;
            }[];
            stream_ids: number[];
        };
        StreamUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "stream";
            /** @constant */
            op: "update";
            stream_id: number;
            name: string;
            property: string;
            value: (boolean | number | string | null) | {
                direct_members: number[];
                direct_subgroups: number[];
            };
            rendered_description?: string;
            history_public_to_subscribers?: boolean;
            is_web_public?: boolean;
        } & (unknown & unknown);
        SubscriptionAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "add";
            subscriptions: components["schemas"]["Subscription"][];
        };
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
        SubscriptionUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "update";
            stream_id: number;
            property: string;
            value: boolean | number | string;
        };
        SubscriptionPeerAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "peer_add";
            stream_ids: number[];
            user_ids: number[];
        };
        SubscriptionPeerRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "subscription";
            /** @constant */
            op: "peer_remove";
            stream_ids: number[];
            user_ids: number[];
        };
        ChannelFolderAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "channel_folder";
            /** @constant */
            op: "add";
            channel_folder: components["schemas"]["ChannelFolder"];
        };
        ChannelFolderUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "channel_folder";
            /** @constant */
            op: "update";
            channel_folder_id: number;
            data: {
                name?: string;
                description?: string;
                rendered_description?: string;
                is_archived?: boolean;
            };
        };
        ChannelFolderReorderEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "channel_folder";
            /** @constant */
            op: "reorder";
            order: number[];
        };
        DefaultStreamsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "default_streams";
            default_streams: number[];
        };
        DefaultStreamGroupsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "default_stream_groups";
            default_stream_groups: components["schemas"]["DefaultChannelGroup"][];
        };
        UserTopicEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_topic";
            stream_id: number;
            topic_name: string;
            last_updated: number;
            /** @enum {integer} */
            visibility_policy: 0 | 1 | 2 | 3;
        };
        MutedTopicsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "muted_topics";
            muted_topics: (string | number)[][];
        };
        RealmUserAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_user";
            /** @constant */
            op: "add";
            person: components["schemas"]["User"];
        };
        RealmUserRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_user";
            /** @constant */
            op: "remove";
            person: {
                user_id: number;
                full_name: string;
            };
        };
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
                /** @enum {string} */
                avatar_source: "G" | "J" | "U";
                avatar_url_medium: string;
                avatar_version: number;
            } | {
                user_id: number;
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
                delivery_email: string | null;
            } | {
                user_id: number;
                custom_profile_field: {
                    id: number;
                    value: string | null;
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
                date_joined: string;
            };
        };
        PresenceEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "presence";
            presences?: {
                [key: string]: components["schemas"]["ModernPresence"];
            };
            user_id?: number;
            email?: string;
            server_timestamp?: number;
            presence?: {
                [key: string]: {
                    /** @constant */
                    client: "website";
                    /** @enum {string} */
                    status: "active" | "idle";
                    timestamp: number;
                    /** @constant */
                    pushable: false;
                };
            };
        } & (unknown | unknown);
        UserStatusEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_status";
            user_id: number;
            away?: boolean;
            status_text?: string;
            emoji_name?: string;
            emoji_code?: string;
            /** @enum {string} */
            reaction_type?: "" | "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji";
        };
        CustomProfileFieldsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "custom_profile_fields";
            fields: components["schemas"]["CustomProfileField"][];
        };
        MutedUsersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "muted_users";
            muted_users: {
                id: number;
                timestamp: number;
            }[];
        };
        UserGroupAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "add";
            group: components["schemas"]["UserGroup"];
        };
        UserGroupUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "update";
            group_id: number;
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
        UserGroupRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "remove";
            group_id: number;
        };
        UserGroupAddMembersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "add_members";
            group_id: number;
            user_ids: number[];
        };
        UserGroupRemoveMembersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "remove_members";
            group_id: number;
            user_ids: number[];
        };
        UserGroupAddSubgroupsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "add_subgroups";
            group_id: number;
            direct_subgroup_ids: number[];
        };
        UserGroupRemoveSubgroupsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_group";
            /** @constant */
            op: "remove_subgroups";
            group_id: number;
            direct_subgroup_ids: number[];
        };
        RealmBotAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_bot";
            /** @constant */
            op: "add";
            bot: components["schemas"]["Bot"];
        };
        RealmBotUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_bot";
            /** @constant */
            op: "update";
            bot: components["schemas"]["BotChange"];
        };
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
        InvitesChangedEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "invites_changed";
        };
        RealmUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm";
            /** @constant */
            op: "update";
            property: string;
            value: string | boolean | number | null;
        };
        RealmUpdateDictEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm";
            /** @constant */
            op: "update_dict";
            /** @enum {string} */
            property: "default" | "icon" | "logo" | "night_logo";
            data: components["schemas"]["RealmSettings"];
        };
        RealmDeactivatedEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm";
            /** @constant */
            op: "deactivated";
            realm_id: number;
        };
        RealmUserSettingsDefaultsUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_user_settings_defaults";
            /** @constant */
            op: "update";
            property: string;
            value: components["schemas"]["UserSettingValue"];
        };
        RealmDomainsAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_domains";
            /** @constant */
            op: "add";
            realm_domain: components["schemas"]["RealmDomain"];
        };
        RealmDomainsChangeEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_domains";
            /** @constant */
            op: "change";
            realm_domain: components["schemas"]["RealmDomain"];
        };
        RealmDomainsRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_domains";
            /** @constant */
            op: "remove";
            domain: string;
        };
        RealmEmojiAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_emoji";
            /** @constant */
            op: "add";
            emoji: components["schemas"]["RealmEmoji"];
        };
        RealmEmojiUpdateOneEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_emoji";
            /** @constant */
            op: "update_one";
            emoji_id: string;
            data: {
                deactivated?: boolean;
            };
        };
        RealmEmojiUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_emoji";
            /** @constant */
            op: "update";
            realm_emoji: {
                [key: string]: components["schemas"]["RealmEmoji"];
            };
        };
        RealmLinkifiersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_linkifiers";
            realm_linkifiers: components["schemas"]["Linkifier"][];
        };
        RealmFiltersEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_filters";
            realm_filters: (number | string)[][];
        };
        RealmPlaygroundsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_playgrounds";
            realm_playgrounds: components["schemas"]["RealmPlayground"][];
        };
        RealmExportEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_export";
            exports: components["schemas"]["RealmExport"][];
        };
        RealmExportConsentEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "realm_export_consent";
            user_id: number;
            consented: boolean;
        };
        UserSettingsUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "user_settings";
            /** @constant */
            op: "update";
            property: string;
            value: components["schemas"]["UserSettingValue"];
            language_name?: string;
        };
        AlertWordsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "alert_words";
            alert_words: string[];
        };
        OnboardingStepsEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "onboarding_steps";
            onboarding_steps: components["schemas"]["OnboardingStep"][];
        };
        NavigationViewAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "navigation_view";
            /** @constant */
            op: "add";
            navigation_view: components["schemas"]["NavigationView"];
        };
        NavigationViewUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "navigation_view";
            /** @constant */
            op: "update";
            fragment: string;
            data: {
                name?: string | null;
                is_pinned?: boolean | null;
            };
        };
        NavigationViewRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "navigation_view";
            /** @constant */
            op: "remove";
            fragment: string;
        };
        DeviceAddEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "device";
            /** @constant */
            op: "add";
            device_id: number;
        };
        DeviceUpdateEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "device";
            /** @constant */
            op: "update";
            device_id: number;
            push_key_id?: number;
            push_token_id?: string | null;
            pending_push_token_id?: string | null;
            push_token_last_updated_timestamp?: number;
            push_registration_error_code?: string | null;
        };
        DeviceRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "device";
            /** @constant */
            op: "remove";
            device_id: number;
        };
        HasZoomTokenEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "has_zoom_token";
            value: boolean;
        };
        HasWebexTokenEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "has_webex_token";
            value: boolean;
        };
        HeartbeatEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "heartbeat";
        };
        RestartEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "restart";
            zulip_version: string;
            zulip_merge_base: string;
            zulip_feature_level: number;
            server_generation: number;
        };
        WebReloadClientEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "web_reload_client";
            immediate: boolean;
        };
        CallEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "call";
            /** @enum {string} */
            op: "ringing" | "updated" | "ended";
            call: components["schemas"]["Call"];
        };
        ConferenceEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "conference";
            /** @enum {string} */
            op: "started" | "updated" | "ended";
            conference_presence: components["schemas"]["ConferencePresence"];
        };
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
        TopicIconRemoveEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "topic_icon";
            /** @constant */
            op: "remove";
            stream_id: number;
            topic_name: string;
        };
        CallHistoryClearEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "call_history";
            /** @constant */
            op: "clear";
            group_key: string;
        };
        RegisterResponse: components["schemas"]["RegisteredQueue"] & components["schemas"]["RegisteredRealm"] & components["schemas"]["RegisteredServer"] & components["schemas"]["RegisteredOrganization"] & components["schemas"]["RegisteredUsers"] & components["schemas"]["RegisteredChannels"] & components["schemas"]["RegisteredMessages"] & components["schemas"]["RegisteredPersonal"];
        RegisteredQueue: {
            queue_id: string | null;
            idle_queue_timeout_secs?: number;
            last_event_id: number;
            zulip_version: string;
            zulip_merge_base: string;
            /** @constant */
            zulip_feature_level: 500;
            /** @constant */
            service_feature_level: 500;
        };
        RegisteredRealm: {
            realm_message_edit_history_visibility_policy?: components["schemas"]["RealmSettings"]["message_edit_history_visibility_policy"];
            realm_can_add_custom_emoji_group?: components["schemas"]["RealmSettings"]["can_add_custom_emoji_group"];
            realm_can_add_subscribers_group?: components["schemas"]["RealmSettings"]["can_add_subscribers_group"];
            realm_can_delete_any_message_group?: components["schemas"]["RealmSettings"]["can_delete_any_message_group"];
            realm_can_delete_own_message_group?: components["schemas"]["RealmSettings"]["can_delete_own_message_group"];
            realm_can_set_delete_message_policy_group?: components["schemas"]["RealmSettings"]["can_set_delete_message_policy_group"];
            realm_can_set_topics_policy_group?: components["schemas"]["RealmSettings"]["can_set_topics_policy_group"];
            realm_can_invite_users_group?: components["schemas"]["RealmSettings"]["can_invite_users_group"];
            realm_can_mention_many_users_group?: components["schemas"]["RealmSettings"]["can_mention_many_users_group"];
            realm_can_move_messages_between_channels_group?: components["schemas"]["RealmSettings"]["can_move_messages_between_channels_group"];
            realm_can_move_messages_between_topics_group?: components["schemas"]["RealmSettings"]["can_move_messages_between_topics_group"];
            realm_can_create_groups?: components["schemas"]["RealmSettings"]["can_create_groups"];
            realm_can_create_bots_group?: components["schemas"]["RealmSettings"]["can_create_bots_group"];
            realm_can_create_write_only_bots_group?: components["schemas"]["RealmSettings"]["can_create_write_only_bots_group"];
            realm_can_manage_all_groups?: components["schemas"]["RealmSettings"]["can_manage_all_groups"];
            realm_can_manage_billing_group?: components["schemas"]["RealmSettings"]["can_manage_billing_group"];
            realm_can_create_public_channel_group?: components["schemas"]["RealmSettings"]["can_create_public_channel_group"];
            realm_can_create_private_channel_group?: components["schemas"]["RealmSettings"]["can_create_private_channel_group"];
            realm_can_create_web_public_channel_group?: components["schemas"]["RealmSettings"]["can_create_web_public_channel_group"];
            realm_can_resolve_topics_group?: components["schemas"]["RealmSettings"]["can_resolve_topics_group"];
            realm_default_language?: components["schemas"]["RealmSettings"]["default_language"];
            realm_welcome_message_custom_text?: components["schemas"]["RealmSettings"]["welcome_message_custom_text"];
            realm_description?: components["schemas"]["RealmSettings"]["description"];
            realm_digest_emails_enabled?: components["schemas"]["RealmSettings"]["digest_emails_enabled"];
            realm_disallow_disposable_email_addresses?: components["schemas"]["RealmSettings"]["disallow_disposable_email_addresses"];
            realm_email_changes_disabled?: components["schemas"]["RealmSettings"]["email_changes_disabled"];
            realm_invite_required?: components["schemas"]["RealmSettings"]["invite_required"];
            realm_create_multiuse_invite_group?: components["schemas"]["RealmSettings"]["create_multiuse_invite_group"];
            realm_media_preview_size?: components["schemas"]["RealmSettings"]["media_preview_size"];
            realm_inline_image_preview?: components["schemas"]["RealmSettings"]["inline_image_preview"];
            realm_inline_url_embed_preview?: components["schemas"]["RealmSettings"]["inline_url_embed_preview"];
            realm_topics_policy?: components["schemas"]["RealmSettings"]["topics_policy"];
            realm_mandatory_topics?: components["schemas"]["RealmSettings"]["mandatory_topics"];
            realm_name?: components["schemas"]["RealmSettings"]["name"];
            realm_require_e2ee_push_notifications?: components["schemas"]["RealmSettings"]["require_e2ee_push_notifications"];
            realm_require_unique_names?: components["schemas"]["RealmSettings"]["require_unique_names"];
            realm_name_changes_disabled?: components["schemas"]["RealmSettings"]["name_changes_disabled"];
            realm_emails_restricted_to_domains?: components["schemas"]["RealmSettings"]["emails_restricted_to_domains"];
            realm_send_channel_events_messages?: components["schemas"]["RealmSettings"]["send_channel_events_messages"];
            realm_send_welcome_emails?: components["schemas"]["RealmSettings"]["send_welcome_emails"];
            realm_message_content_allowed_in_email_notifications?: components["schemas"]["RealmSettings"]["message_content_allowed_in_email_notifications"];
            realm_enable_spectator_access?: components["schemas"]["RealmSettings"]["enable_spectator_access"];
            realm_want_advertise_in_communities_directory?: components["schemas"]["RealmSettings"]["want_advertise_in_communities_directory"];
            realm_video_chat_provider?: components["schemas"]["RealmSettings"]["video_chat_provider"];
            realm_jitsi_server_url?: components["schemas"]["RealmSettings"]["jitsi_server_url"];
            realm_gif_rating_policy?: components["schemas"]["RealmSettings"]["gif_rating_policy"];
            realm_waiting_period_threshold?: components["schemas"]["RealmSettings"]["waiting_period_threshold"];
            realm_digest_weekday?: components["schemas"]["RealmSettings"]["digest_weekday"];
            realm_direct_message_initiator_group?: components["schemas"]["RealmSettings"]["direct_message_initiator_group"];
            realm_direct_message_permission_group?: components["schemas"]["RealmSettings"]["direct_message_permission_group"];
            realm_default_code_block_language?: components["schemas"]["RealmSettings"]["default_code_block_language"];
            realm_message_content_delete_limit_seconds?: components["schemas"]["RealmSettings"]["message_content_delete_limit_seconds"];
            realm_authentication_methods?: components["schemas"]["RealmSettings"]["authentication_methods"];
            realm_allow_message_editing?: components["schemas"]["RealmSettings"]["allow_message_editing"];
            realm_message_content_edit_limit_seconds?: components["schemas"]["RealmSettings"]["message_content_edit_limit_seconds"];
            realm_move_messages_within_stream_limit_seconds?: components["schemas"]["RealmSettings"]["move_messages_within_stream_limit_seconds"];
            realm_move_messages_between_streams_limit_seconds?: components["schemas"]["RealmSettings"]["move_messages_between_streams_limit_seconds"];
            realm_enable_read_receipts?: components["schemas"]["RealmSettings"]["enable_read_receipts"];
            realm_icon_url?: components["schemas"]["RealmSettings"]["icon_url"];
            realm_icon_source?: components["schemas"]["RealmSettings"]["icon_source"];
            realm_workplace_users_group?: components["schemas"]["RealmSettings"]["workplace_users_group"];
            realm_logo_url?: components["schemas"]["RealmSettings"]["logo_url"];
            realm_logo_source?: components["schemas"]["RealmSettings"]["logo_source"];
            realm_night_logo_url?: components["schemas"]["RealmSettings"]["night_logo_url"];
            realm_night_logo_source?: components["schemas"]["RealmSettings"]["night_logo_source"];
            realm_presence_disabled?: components["schemas"]["RealmSettings"]["presence_disabled"];
            realm_push_notifications_enabled?: components["schemas"]["RealmSettings"]["push_notifications_enabled"];
            realm_push_notifications_enabled_end_timestamp?: components["schemas"]["RealmSettings"]["push_notifications_enabled_end_timestamp"];
            realm_upload_quota_mib?: components["schemas"]["RealmSettings"]["upload_quota_mib"];
            realm_org_type?: components["schemas"]["RealmSettings"]["org_type"];
            realm_plan_type?: components["schemas"]["RealmSettings"]["plan_type"];
            realm_enable_guest_user_dm_warning?: components["schemas"]["RealmSettings"]["enable_guest_user_dm_warning"];
            realm_enable_guest_user_indicator?: components["schemas"]["RealmSettings"]["enable_guest_user_indicator"];
            realm_can_access_all_users_group?: components["schemas"]["RealmSettings"]["can_access_all_users_group"];
            realm_can_summarize_topics_group?: components["schemas"]["RealmSettings"]["can_summarize_topics_group"];
            realm_default_avatar_source?: components["schemas"]["RealmSettings"]["default_avatar_source"];
            realm_moderation_request_channel_id?: components["schemas"]["RealmSettings"]["moderation_request_channel_id"];
            realm_new_stream_announcements_stream_id?: components["schemas"]["RealmSettings"]["new_stream_announcements_stream_id"];
            realm_signup_announcements_stream_id?: components["schemas"]["RealmSettings"]["signup_announcements_stream_id"];
            realm_zulip_update_announcements_stream_id?: components["schemas"]["RealmSettings"]["zulip_update_announcements_stream_id"];
            realm_url?: string;
            realm_uri?: string;
            realm_uuid?: string;
            realm_date_created?: number;
            realm_bot_domain?: string;
            realm_message_retention_days?: number;
            realm_avatar_changes_disabled?: boolean;
            realm_owner_full_content_access?: boolean;
            realm_allow_edit_history?: boolean;
            realm_create_public_stream_policy?: number;
            realm_create_private_stream_policy?: number;
            realm_create_web_public_stream_policy?: number;
            realm_wildcard_mention_policy?: number;
            realm_email_auth_enabled?: boolean;
            realm_password_auth_enabled?: boolean;
            realm_available_video_chat_providers?: {
                [key: string]: {
                    name: string;
                    id: number;
                };
            };
            realm_default_external_accounts?: {
                [key: string]: {
                    name: string;
                    text: string;
                    hint: string;
                    url_pattern: string;
                };
            };
            realm_empty_topic_display_name?: string;
            demo_organization_scheduled_deletion_date?: number;
        };
        RegisteredServer: {
            zulip_plan_is_not_limited?: boolean;
            upgrade_text_for_wide_organization_logo?: string;
            max_stream_name_length?: number;
            max_stream_description_length?: number;
            max_channel_folder_name_length?: number;
            max_channel_folder_description_length?: number;
            max_topic_length?: number;
            max_message_length?: number;
            max_reminder_note_length?: number;
            max_bulk_new_subscription_messages?: number;
            max_icon_file_size_mib?: number;
            max_logo_file_size_mib?: number;
            max_avatar_file_size_mib?: number;
            max_file_upload_size_mib?: number;
            password_min_length?: number;
            password_max_length?: number;
            password_min_guesses?: number;
            jitsi_server_url?: string;
            server_jitsi_server_url?: string | null;
            development_environment?: boolean;
            server_generation?: number;
            server_needs_upgrade?: boolean;
            server_min_deactivated_realm_deletion_days?: number | null;
            server_max_deactivated_realm_deletion_days?: number | null;
            server_presence_ping_interval_seconds?: number;
            server_presence_offline_threshold_seconds?: number;
            server_typing_started_expiry_period_milliseconds?: number;
            server_typing_stopped_wait_period_milliseconds?: number;
            server_typing_started_wait_period_milliseconds?: number;
            server_inline_image_preview?: boolean;
            server_inline_url_embed_preview?: boolean;
            server_thumbnail_formats?: {
                name: string;
                max_width: number;
                max_height: number;
                format: string;
                animated: boolean;
            }[];
            server_avatar_changes_disabled?: boolean;
            server_name_changes_disabled?: boolean;
            server_web_public_streams_enabled?: boolean;
            server_emoji_data_url?: string;
            server_can_summarize_topics?: boolean;
            server_report_message_types?: {
                key: string;
                name: string;
            }[];
            server_supported_permission_settings?: {
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
            gif_rating_policy_options?: {
                [key: string]: {
                    name: string;
                    id: number;
                };
            };
            event_queue_longpoll_timeout_seconds?: number;
            settings_send_digest_emails?: boolean;
        };
        RegisteredOrganization: {
            custom_profile_fields?: components["schemas"]["CustomProfileField"][];
            custom_profile_field_types?: {
                [key: string]: {
                    id: number;
                    name: string;
                };
            };
            realm_domains?: components["schemas"]["RealmDomain"][];
            realm_emoji?: {
                [key: string]: components["schemas"]["RealmEmoji"];
            };
            realm_linkifiers?: components["schemas"]["Linkifier"][];
            realm_filters?: (string | number)[][];
            realm_playgrounds?: components["schemas"]["RealmPlayground"][];
            realm_user_groups?: components["schemas"]["UserGroup"][];
            realm_bots?: components["schemas"]["Bot"][];
            realm_embedded_bots?: {
                name: string;
                config: components["schemas"]["BotConfiguration"];
            }[];
            realm_incoming_webhook_bots?: {
                name: string;
                display_name: string;
                all_event_types: string[] | null;
                config_options?: components["schemas"]["WebhookConfigOption"];
                url_options?: components["schemas"]["WebhookUrlOption"];
            }[];
            realm_user_settings_defaults?: components["schemas"]["UserSettingsDefaults"];
            realm_billing?: {
                has_pending_sponsorship_request: boolean;
            };
            stop_words?: string[];
            giphy_api_key?: string;
            tenor_api_key?: string;
            klipy_api_key?: string;
        };
        RegisteredUsers: {
            realm_users?: components["schemas"]["RegisteredUser"][];
            realm_non_active_users?: components["schemas"]["RegisteredUser"][];
            cross_realm_bots?: components["schemas"]["CrossRealmBot"][];
            user_id?: number;
            email?: string;
            delivery_email?: string;
            full_name?: string;
            /** @enum {string} */
            avatar_source?: "G" | "J" | "U";
            avatar_url?: string;
            avatar_url_medium?: string;
            is_owner?: boolean;
            is_admin?: boolean;
            is_moderator?: boolean;
            is_guest?: boolean;
            can_create_streams?: boolean;
            can_create_public_streams?: boolean;
            can_create_private_streams?: boolean;
            can_create_web_public_streams?: boolean;
            can_subscribe_other_users?: boolean;
            can_invite_others_to_realm?: boolean;
            presences?: {
                [key: string]: components["schemas"]["ModernPresence"] | {
                    [key: string]: components["schemas"]["LegacyPresence"];
                };
            };
            presence_last_update_id?: number;
            server_timestamp?: number;
            user_status?: {
                [key: string]: components["schemas"]["UserStatus"];
            };
            muted_users?: {
                id: number;
                timestamp: number;
            }[];
        };
        RegisteredChannels: {
            streams?: components["schemas"]["Channel"][];
            subscriptions?: components["schemas"]["Subscription"][];
            unsubscribed?: components["schemas"]["Subscription"][];
            never_subscribed?: components["schemas"]["NeverSubscribedChannel"][];
            channel_folders?: components["schemas"]["ChannelFolder"][];
            realm_default_streams?: number[];
            realm_default_stream_groups?: components["schemas"]["DefaultChannelGroup"][];
            user_topics?: components["schemas"]["UserTopic"][];
            muted_topics?: (string | number)[][];
        };
        UserTopic: {
            stream_id: number;
            topic_name: string;
            last_updated: number;
            /** @enum {integer} */
            visibility_policy: 1 | 2 | 3;
        };
        RegisteredMessages: {
            max_message_id?: number;
            unread_msgs?: {
                count: number;
                pms: {
                    other_user_id: number;
                    sender_id: number;
                    unread_message_ids: number[];
                }[];
                streams: {
                    stream_id: number;
                    topic: string;
                    unread_message_ids: number[];
                }[];
                huddles: {
                    user_ids_string: string;
                    unread_message_ids: number[];
                }[];
                mentions: number[];
                old_unreads_missing: boolean;
            };
            starred_messages?: number[];
            recent_private_conversations?: {
                max_message_id: number;
                user_ids: number[];
            }[];
            drafts?: components["schemas"]["Draft"][];
            scheduled_messages?: components["schemas"]["ScheduledMessage"][];
            reminders?: components["schemas"]["Reminder"][];
            saved_snippets?: components["schemas"]["SavedSnippet"][];
        };
        RegisteredPersonal: {
            user_settings?: components["schemas"]["UserSettings"];
            alert_words?: string[];
            onboarding_steps?: components["schemas"]["OnboardingStep"][];
            navigation_tour_video_url?: string | null;
            navigation_views?: components["schemas"]["NavigationView"][];
            devices?: {
                [key: string]: {
                    push_key_id: number | null;
                    push_token_id: string | null;
                    pending_push_token_id: string | null;
                    push_token_last_updated_timestamp: number | null;
                    push_registration_error_code: string | null;
                };
            };
            has_zoom_token?: boolean;
            has_webex_token?: boolean;
            receives_typing_notifications?: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
