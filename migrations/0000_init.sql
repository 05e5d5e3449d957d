CREATE TABLE `account_deletions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`take_down` integer NOT NULL,
	`ends_subscription` text,
	`booked_schedule` text,
	`begun_at` integer,
	`done_at` integer,
	`next_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_deletions_due` ON `account_deletions` (`next_at`) WHERE "account_deletions"."done_at" is null;--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`from_email` text NOT NULL,
	`from_verified_at` integer,
	`to_email` text NOT NULL,
	`requested_at` integer NOT NULL,
	`confirmed_at` integer,
	`expires_at` integer NOT NULL,
	`mail_due_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_changes_mail` ON `email_changes` (`mail_due_at`) WHERE "email_changes"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `email_changes_kept` ON `email_changes` (`from_email`) WHERE "email_changes"."confirmed_at" is not null;--> statement-breakpoint
CREATE TABLE `former_logins` (
	`id` text PRIMARY KEY NOT NULL,
	`login` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `former_logins_login` ON `former_logins` ("login" collate nocase);--> statement-breakpoint
CREATE INDEX `former_logins_user` ON `former_logins` (`user_id`);--> statement-breakpoint
CREATE INDEX `former_logins_expiry` ON `former_logins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `past_trials` (
	`hash` text PRIMARY KEY NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`bucket` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_reset` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`proved_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_end` ON `sessions` (min("expires_at", "last_seen_at" + 1209600000));--> statement-breakpoint
CREATE INDEX `sessions_revoked` ON `sessions` (`revoked_at`) WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE TABLE `used_links` (
	`jti` text PRIMARY KEY NOT NULL,
	`used_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_links_expiry` ON `used_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_verified_at` integer,
	`login` text NOT NULL,
	`password_hash` text,
	`code` text NOT NULL,
	`segment` text,
	`available_clients` text DEFAULT '[]' NOT NULL,
	`student` integer DEFAULT false NOT NULL,
	`eligible_trial_period` integer DEFAULT 7 NOT NULL,
	`trial_used_at` integer,
	`stripe_customer_id` text,
	`stripe_sync_begun` integer DEFAULT 0 NOT NULL,
	`stripe_sync_written` integer DEFAULT 0 NOT NULL,
	`timezone` text,
	`timezone_chosen` integer DEFAULT false NOT NULL,
	`reminder_scheduled_at` integer,
	`reminders_off_at` integer,
	`runs_paused_until` integer,
	`maker_key_hash` text,
	`maker_key_sealed` text,
	`second_factor_at` integer,
	`deletes_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email")),
	CONSTRAINT "users_trial_period" CHECK("users"."eligible_trial_period" between 0 and 365)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_code_unique` ON `users` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_id_unique` ON `users` (`stripe_customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_maker_key_hash_unique` ON `users` (`maker_key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_login` ON `users` ("login" collate nocase);--> statement-breakpoint
CREATE TABLE `ai_creations` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "ai_creations_count" CHECK(typeof("ai_creations"."count") = 'integer' and "ai_creations"."count" > 0)
);
--> statement-breakpoint
CREATE INDEX `ai_creations_day` ON `ai_creations` (`day`);--> statement-breakpoint
CREATE TABLE `activity_log` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`applet_id` integer,
	`kind` text NOT NULL,
	`category` text DEFAULT 'change' NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `activity_log_user` ON `activity_log` (`user_id`,`category`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `activity_log_applet` ON `activity_log` (`applet_id`,`user_id`,`category`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `applet_steps` (
	`applet_id` integer NOT NULL,
	`position` integer NOT NULL,
	`step_id` text NOT NULL,
	`account_slot` integer DEFAULT 0 NOT NULL,
	`fields` text DEFAULT '{}' NOT NULL,
	`configuration_slug` text,
	PRIMARY KEY(`applet_id`, `position`),
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`step_id`) REFERENCES `service_steps`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `applet_steps_step` ON `applet_steps` (`step_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `applet_steps_one_trigger` ON `applet_steps` (`applet_id`,coalesce("configuration_slug", '')) WHERE instr("applet_steps"."step_id", '/triggers/') > 0;--> statement-breakpoint
CREATE TABLE `applet_versions` (
	`applet_id` integer NOT NULL,
	`version` integer NOT NULL,
	`doc` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`applet_id`, `version`),
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `applets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`friendly_id` text,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`brand_color` text NOT NULL,
	`config_type` text DEFAULT 'static' NOT NULL,
	`author_id` text NOT NULL,
	`applet_type` text,
	`pro_features` integer DEFAULT false NOT NULL,
	`intermediate_pro_features` integer DEFAULT false NOT NULL,
	`filter_code` text,
	`actions_delay` integer DEFAULT 0 NOT NULL,
	`value_propositions` text DEFAULT '[]' NOT NULL,
	`can_push_enable` integer DEFAULT true NOT NULL,
	`show_app_modal` integer DEFAULT false NOT NULL,
	`enabled_count` integer DEFAULT 0 NOT NULL,
	`run_count` integer DEFAULT 0 NOT NULL,
	`published_at` integer,
	`public_face` text,
	`archived_at` integer,
	`unlisted_until` integer,
	`taken_down` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "applets_config_type" CHECK("applets"."config_type" in ('static', 'dynamic')),
	CONSTRAINT "applets_actions_delay" CHECK("applets"."actions_delay" between 0 and 2592000),
	CONSTRAINT "applets_enabled_count" CHECK("applets"."enabled_count" >= 0),
	CONSTRAINT "applets_name" CHECK(length("applets"."name") between 1 and 200)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applets_friendly_id_unique` ON `applets` (`friendly_id`);--> statement-breakpoint
CREATE INDEX `applets_author` ON `applets` (`author_id`);--> statement-breakpoint
CREATE INDEX `applets_popular` ON `applets` ("enabled_count" desc) WHERE "applets"."published_at" is not null and "applets"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `applets_author_published` ON `applets` (`author_id`,"enabled_count" desc) WHERE "applets"."published_at" is not null and "applets"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `applets_public` ON `applets` (`id`) WHERE "applets"."published_at" is not null and "applets"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `applets_author_public` ON `applets` (`author_id`) WHERE "applets"."published_at" is not null and "applets"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `applets_taken_down` ON `applets` ("updated_at" desc) WHERE "applets"."taken_down" is not null;--> statement-breakpoint
CREATE INDEX `applets_unlisted` ON `applets` (`unlisted_until`) WHERE "applets"."unlisted_until" is not null;--> statement-breakpoint
CREATE TABLE `configurations` (
	`applet_id` integer NOT NULL,
	`slug` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`icon` text NOT NULL,
	`required` integer DEFAULT false NOT NULL,
	`fields` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`applet_id`, `slug`),
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `enablements` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`applet_id` integer NOT NULL,
	`status` text NOT NULL,
	`fields` text DEFAULT '{}' NOT NULL,
	`push_enabled` integer DEFAULT false NOT NULL,
	`failed_run_notifications_enabled` integer DEFAULT true NOT NULL,
	`hook_key_hash` text,
	`hook_key_sealed` text,
	`mail_key_hash` text,
	`mail_key_sealed` text,
	`enabled_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`keep_contents` integer DEFAULT true NOT NULL,
	`min_gap` integer,
	`quiet_from` integer,
	`quiet_to` integer,
	`expect_every` integer,
	`run_count` integer DEFAULT 0 NOT NULL,
	`last_run` integer,
	`paused_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "enablements_status" CHECK("enablements"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enablements_hook_key_hash_unique` ON `enablements` (`hook_key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `enablements_mail_key_hash_unique` ON `enablements` (`mail_key_hash`);--> statement-breakpoint
CREATE INDEX `enablements_applet` ON `enablements` (`applet_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `enablements_user_applet` ON `enablements` (`user_id`,`applet_id`);--> statement-breakpoint
CREATE TABLE `live_configurations` (
	`enablement_id` text NOT NULL,
	`slug` text NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`enablement_id`, `slug`),
	FOREIGN KEY (`enablement_id`) REFERENCES `enablements`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `step_applets` (
	`applet_id` integer NOT NULL,
	`step_id` text NOT NULL,
	`enabled_count` integer NOT NULL,
	PRIMARY KEY(`applet_id`, `step_id`),
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `step_applets_popular` ON `step_applets` (`step_id`,"enabled_count" desc,`applet_id`);--> statement-breakpoint
CREATE TABLE `prices` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`tier` text NOT NULL,
	`product_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`interval` text NOT NULL,
	`audience` text DEFAULT 'everyone' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`stripe_price_id` text,
	`open_amount` integer DEFAULT false NOT NULL,
	CONSTRAINT "prices_amount" CHECK(typeof("prices"."amount") = 'integer' and "prices"."amount" between 199 and 10000),
	CONSTRAINT "prices_tier" CHECK("prices"."tier" in ('intermediate_pro', 'pro', 'legacy_pro')),
	CONSTRAINT "prices_student_yearly" CHECK("prices"."audience" <> 'student' or "prices"."interval" = 'year')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prices_stripe_price_id_unique` ON `prices` (`stripe_price_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `prices_offer` ON `prices` (`plan_id`,`interval`,`currency`,`audience`) WHERE "prices"."active";--> statement-breakpoint
CREATE TABLE `subscribe_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`request` text NOT NULL,
	`state` text DEFAULT 'claimed' NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`stripe_subscription_id` text,
	`refusal` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscribe_attempts_state" CHECK("subscribe_attempts"."state" in ('claimed', 'awaiting', 'succeeded', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribe_attempts_stripe_subscription_id_unique` ON `subscribe_attempts` (`stripe_subscription_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscribe_attempts_key` ON `subscribe_attempts` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscribe_attempts_one_open` ON `subscribe_attempts` (`user_id`) WHERE "subscribe_attempts"."state" in ('claimed', 'awaiting');--> statement-breakpoint
CREATE INDEX `subscribe_attempts_due` ON `subscribe_attempts` (max("leased_until", "updated_at" + 300000)) WHERE "subscribe_attempts"."state" in ('claimed', 'awaiting');--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stripe_subscription_id` text,
	`payment_type` text NOT NULL,
	`plan_id` text NOT NULL,
	`tier` text NOT NULL,
	`product_id` text NOT NULL,
	`status` text NOT NULL,
	`payment_interval` text NOT NULL,
	`price_in_cents` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`card_authenticated` integer DEFAULT false NOT NULL,
	`trial_end` integer,
	`current_period_start` integer,
	`current_period_end` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`cancel_at` integer,
	`ended_at` integer,
	`past_due_since` integer,
	`stripe_schedule_id` text,
	`next_plan` text,
	`next_interval` text,
	`next_plan_price` integer,
	`next_plan_at` integer,
	`changing_until` integer,
	`payment_told_at` integer,
	`card_expires_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`lapses_at` integer,
	`read_at` integer DEFAULT 0 NOT NULL,
	`renewal_told` integer,
	`card_told` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status" CHECK("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
	CONSTRAINT "subscriptions_price" CHECK(typeof("subscriptions"."price_in_cents") = 'integer' and "subscriptions"."price_in_cents" >= 0),
	CONSTRAINT "subscriptions_stripe" CHECK("subscriptions"."payment_type" <> 'stripe' or "subscriptions"."stripe_subscription_id" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_stripe_subscription_id_unique` ON `subscriptions` (`stripe_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_lapses` ON `subscriptions` (`lapses_at`) WHERE "subscriptions"."lapses_at" is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_read` ON `subscriptions` (`read_at`) WHERE "subscriptions"."payment_type" = 'stripe' and "subscriptions"."status" not in ('incomplete_expired', 'canceled');--> statement-breakpoint
CREATE INDEX `subscriptions_booked` ON `subscriptions` (`read_at`) WHERE "subscriptions"."stripe_schedule_id" is not null and "subscriptions"."next_plan" is null and "subscriptions"."status" not in ('incomplete_expired', 'canceled');--> statement-breakpoint
CREATE INDEX `subscriptions_trial_ends` ON `subscriptions` (`current_period_end`) WHERE "subscriptions"."payment_type" = 'stripe' and "subscriptions"."cancel_at_period_end" = 0 and "subscriptions"."cancel_at" is null and "subscriptions"."status" = 'trialing' and "subscriptions"."card_authenticated" = 1
    and "subscriptions"."renewal_told" is not "subscriptions"."current_period_end";--> statement-breakpoint
CREATE INDEX `subscriptions_renews` ON `subscriptions` (`current_period_end`) WHERE "subscriptions"."payment_type" = 'stripe' and "subscriptions"."cancel_at_period_end" = 0 and "subscriptions"."cancel_at" is null and "subscriptions"."status" = 'active' and "subscriptions"."payment_interval" = 'year'
    and "subscriptions"."renewal_told" is not "subscriptions"."current_period_end";--> statement-breakpoint
CREATE INDEX `subscriptions_card_expires` ON `subscriptions` (`current_period_end`) WHERE "subscriptions"."payment_type" = 'stripe' and "subscriptions"."cancel_at_period_end" = 0 and "subscriptions"."cancel_at" is null and "subscriptions"."card_expires_at" <= "subscriptions"."current_period_end"
    and "subscriptions"."card_told" is not "subscriptions"."current_period_end";--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_live` ON `subscriptions` (`user_id`) WHERE "subscriptions"."status" not in ('incomplete_expired', 'canceled');--> statement-breakpoint
CREATE TABLE `trial_cards` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trial_cards_attempt` ON `trial_cards` (`attempt_id`);--> statement-breakpoint
CREATE TABLE `connected_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`module_name` text NOT NULL,
	`account_id` text NOT NULL,
	`account_name` text NOT NULL,
	`status` text NOT NULL,
	`access_token` text NOT NULL,
	`refresh_token` text,
	`previous_refresh_token` text,
	`expires_at` integer,
	`scopes` text,
	`version` integer DEFAULT 1 NOT NULL,
	`refreshing_until` integer,
	`server` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_name`) REFERENCES `services`(`module_name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "connected_accounts_status" CHECK("connected_accounts"."status" in ('connected', 'broken'))
);
--> statement-breakpoint
CREATE INDEX `connected_accounts_at_server` ON `connected_accounts` (`server`) WHERE "connected_accounts"."server" is not null;--> statement-breakpoint
CREATE INDEX `connected_accounts_of_service` ON `connected_accounts` (`module_name`,`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `connected_accounts_account` ON `connected_accounts` (`user_id`,`module_name`,`account_id`);--> statement-breakpoint
CREATE TABLE `grant_revocations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`module_name` text NOT NULL,
	`account_id` text NOT NULL,
	`token` text NOT NULL,
	`server` text,
	`created_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `grant_revocations_next` ON `grant_revocations` (`next_at`);--> statement-breakpoint
CREATE INDEX `grant_revocations_at_server` ON `grant_revocations` (`server`) WHERE "grant_revocations"."server" is not null;--> statement-breakpoint
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`module_name` text NOT NULL,
	`server` text NOT NULL,
	`client` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`scopes` text NOT NULL,
	`endpoints` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`module_name`) REFERENCES `services`(`module_name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_used` ON `oauth_clients` (`updated_at`);--> statement-breakpoint
CREATE TABLE `oauth_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`browser_hash` text NOT NULL,
	`module_name` text NOT NULL,
	`code_verifier` text NOT NULL,
	`modules` text NOT NULL,
	`return_to` text NOT NULL,
	`server` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_name`) REFERENCES `services`(`module_name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_states_expiry` ON `oauth_states` (`expires_at`);--> statement-breakpoint
CREATE INDEX `oauth_states_user` ON `oauth_states` (`user_id`);--> statement-breakpoint
CREATE TABLE `service_steps` (
	`id` text PRIMARY KEY NOT NULL,
	`module_name` text NOT NULL,
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	FOREIGN KEY (`module_name`) REFERENCES `services`(`module_name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "service_steps_kind" CHECK("service_steps"."kind" in ('trigger', 'query', 'action'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_steps_slug` ON `service_steps` (`module_name`,`kind`,`slug`);--> statement-breakpoint
CREATE TABLE `services` (
	`module_name` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`short_name` text NOT NULL,
	`description` text NOT NULL,
	`category` text DEFAULT 'other' NOT NULL,
	`brand_color` text NOT NULL,
	`published` integer DEFAULT true NOT NULL,
	`popularity` integer DEFAULT 0 NOT NULL,
	`connect_kind` text NOT NULL,
	`minimum_tier` text,
	`icon` text NOT NULL,
	`icon_bw` text NOT NULL,
	`monochrome_image_url` text NOT NULL,
	`lrg_monochrome_image_url` text NOT NULL,
	`lrg_variant_image_url` text NOT NULL,
	`issuer` text,
	`authorize_url` text,
	`token_url` text,
	`revoke_url` text,
	`account_url` text,
	`scopes` text,
	`connect_fields` text,
	`terms_url` text,
	`credit` text,
	CONSTRAINT "services_connect_kind" CHECK("services"."connect_kind" in ('none', 'oauth2', 'key')),
	CONSTRAINT "services_oauth_addresses" CHECK("services"."connect_kind" <> 'oauth2' or ("services"."issuer" is not null and "services"."authorize_url" is not null and "services"."token_url" is not null and "services"."account_url" is not null))
);
--> statement-breakpoint
CREATE TABLE `step_fields` (
	`step_id` text NOT NULL,
	`slug` text NOT NULL,
	`position` integer NOT NULL,
	`label` text NOT NULL,
	`hint` text,
	`type` text NOT NULL,
	`required` integer DEFAULT true NOT NULL,
	`default_value` text,
	`options` text,
	`options_url` text,
	`options_at` text,
	PRIMARY KEY(`step_id`, `slug`),
	FOREIGN KEY (`step_id`) REFERENCES `service_steps`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "step_fields_type" CHECK("step_fields"."type" in ('text', 'textarea', 'url', 'email', 'number', 'time', 'select', 'location', 'date', 'datetime', 'duration', 'checkbox', 'weekdays', 'switch', 'secret'))
);
--> statement-breakpoint
CREATE TABLE `step_ingredients` (
	`step_id` text NOT NULL,
	`slug` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`example` text NOT NULL,
	PRIMARY KEY(`step_id`, `slug`),
	FOREIGN KEY (`step_id`) REFERENCES `service_steps`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "step_ingredients_type" CHECK("step_ingredients"."type" in ('text', 'url', 'image_url', 'file_url', 'number', 'date', 'datetime', 'html', 'location'))
);
--> statement-breakpoint
CREATE TABLE `service_files` (
	`module_name` text PRIMARY KEY NOT NULL,
	`file` text NOT NULL,
	`service_key` text,
	`service_key_hash` text,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `service_files_key` ON `service_files` (`service_key_hash`);--> statement-breakpoint
CREATE TABLE `credit_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`user_id` text NOT NULL,
	`customer` text NOT NULL,
	`charge` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text DEFAULT 'planned' NOT NULL,
	`stripe_refund_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `credit_reviews`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_refunds_amount" CHECK(typeof("credit_refunds"."amount") = 'integer' and "credit_refunds"."amount" > 0),
	CONSTRAINT "credit_refunds_state" CHECK("credit_refunds"."state" in ('planned', 'refunded', 'settled', 'refused', 'returned'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_refunds_stripe_refund_id_unique` ON `credit_refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE INDEX `credit_refunds_review` ON `credit_refunds` (`review_id`);--> statement-breakpoint
CREATE INDEX `credit_refunds_customer` ON `credit_refunds` (`customer`);--> statement-breakpoint
CREATE INDEX `credit_refunds_user` ON `credit_refunds` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_refunds_one_open` ON `credit_refunds` (`review_id`) WHERE "credit_refunds"."state" in ('planned', 'refunded');--> statement-breakpoint
CREATE TABLE `credit_reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`customer` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`not_refunded` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `credit_reviews_user` ON `credit_reviews` (`user_id`);--> statement-breakpoint
CREATE INDEX `credit_reviews_customer` ON `credit_reviews` (`customer`);--> statement-breakpoint
CREATE INDEX `credit_reviews_due` ON `credit_reviews` (max("leased_until", "updated_at" + 300000)) WHERE "credit_reviews"."state" = 'open';--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`applet_id` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`doc` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `drafts_expiry` ON `drafts` (`updated_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_applet` ON `drafts` (`applet_id`,`user_id`) WHERE "drafts"."applet_id" is not null;--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`applet_id` integer NOT NULL,
	`like` integer NOT NULL,
	`opinion` text,
	`suggestion` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "feedback_opinion" CHECK("feedback"."opinion" is null or ("feedback"."opinion" in ('not_useful', 'too_slow', 'unexpected', 'other') and not "feedback"."like"))
);
--> statement-breakpoint
CREATE INDEX `feedback_applet` ON `feedback` (`applet_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `feedback_user_applet` ON `feedback` (`user_id`,`applet_id`);--> statement-breakpoint
CREATE TABLE `messages_sent` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`template` text NOT NULL,
	`user_id` text,
	`recipient_hash` text NOT NULL,
	`sent_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "messages_sent_channel" CHECK("messages_sent"."channel" in ('email', 'sms'))
);
--> statement-breakpoint
CREATE INDEX `messages_sent_recipient` ON `messages_sent` (`recipient_hash`,`sent_at`);--> statement-breakpoint
CREATE INDEX `messages_sent_user` ON `messages_sent` (`user_id`) WHERE "messages_sent"."user_id" is not null;--> statement-breakpoint
CREATE TABLE `applet_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`applet_id` integer NOT NULL,
	`reporter` text NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "applet_reports_reason" CHECK("applet_reports"."reason" in ('misleading', 'spam', 'harmful', 'rights', 'other'))
);
--> statement-breakpoint
CREATE INDEX `applet_reports_open` ON `applet_reports` (`created_at`) WHERE "applet_reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `applet_reports_closed` ON `applet_reports` (`closed_at`) WHERE "applet_reports"."closed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `applet_reports_once` ON `applet_reports` (`applet_id`,`reporter`);--> statement-breakpoint
CREATE TABLE `hidden_authors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`hidden_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hidden_authors_newest` ON `hidden_authors` (`hidden_at`);--> statement-breakpoint
CREATE TABLE `runners_to_tell` (
	`applet_id` integer PRIMARY KEY NOT NULL,
	`after` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `takedown_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`applet_name` text,
	`reason` text NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `takedown_mails_due` ON `takedown_mails` (`due_at`);--> statement-breakpoint
CREATE INDEX `takedown_mails_user` ON `takedown_mails` (`user_id`);--> statement-breakpoint
CREATE TABLE `money_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`subscription` text NOT NULL,
	`subject` text NOT NULL,
	`before` text,
	`outcome` text,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "money_mails_kind" CHECK("money_mails"."kind" in ('receipt', 'payment_failed', 'trial_ending', 'renewal', 'plan_changed', 'canceled', 'card_expiring', 'refunded')),
	CONSTRAINT "money_mails_outcome" CHECK("money_mails"."outcome" in ('queued', 'dropped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `money_mails_once` ON `money_mails` (`kind`,`subscription`,`subject`);--> statement-breakpoint
CREATE INDEX `money_mails_user` ON `money_mails` (`user_id`);--> statement-breakpoint
CREATE INDEX `money_mails_due` ON `money_mails` (`leased_until`,`created_at`) WHERE "money_mails"."outcome" is null and "money_mails"."attempts" < 100;--> statement-breakpoint
CREATE INDEX `money_mails_sent` ON `money_mails` (`created_at`) WHERE "money_mails"."outcome" is not null;--> statement-breakpoint
CREATE TABLE `digest_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`effect_key` text NOT NULL,
	`text` text NOT NULL,
	`applet_id` integer,
	`created_at` integer NOT NULL,
	`copy_to` text,
	`sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `digest_lines_user` ON `digest_lines` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `digest_lines_applet` ON `digest_lines` (`applet_id`) WHERE "digest_lines"."applet_id" is not null;--> statement-breakpoint
CREATE INDEX `digest_lines_unsent` ON `digest_lines` (`user_id`,`created_at`) WHERE "digest_lines"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `digest_lines_effect` ON `digest_lines` (`user_id`,`effect_key`);--> statement-breakpoint
CREATE TABLE `digest_schedule` (
	`user_id` text PRIMARY KEY NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digest_schedule_due` ON `digest_schedule` (`due_at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`effect_key` text NOT NULL,
	`text` text NOT NULL,
	`applet_id` integer,
	`created_at` integer NOT NULL,
	`link` text,
	`read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `notifications_applet` ON `notifications` (`applet_id`) WHERE "notifications"."applet_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_effect` ON `notifications` (`user_id`,`effect_key`);--> statement-breakpoint
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_user` ON `identities` (`user_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `oidc_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`browser_hash` text NOT NULL,
	`nonce` text NOT NULL,
	`code_verifier` text NOT NULL,
	`return_to` text NOT NULL,
	`session_id` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oidc_states_expiry` ON `oidc_states` (`expires_at`);--> statement-breakpoint
CREATE TABLE `operator_log` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`outcome` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "operator_log_outcome" CHECK("operator_log"."outcome" in ('begun', 'done', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `operator_log_newest` ON `operator_log` (`created_at`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`browser_hash` text NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL,
	CONSTRAINT "passkey_challenges_purpose" CHECK("passkey_challenges"."purpose" in ('join', 'add', 'sign_in', 'proof'))
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_user` ON `passkey_challenges` (`user_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`sign_count` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `runners` (
	`user_id` text PRIMARY KEY NOT NULL,
	`runner_id` text,
	`wanted` integer DEFAULT 0 NOT NULL,
	`applied` integer DEFAULT 0 NOT NULL,
	`wake_by` integer,
	`retry_at` integer,
	`deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runners_runner_id_unique` ON `runners` (`runner_id`);--> statement-breakpoint
CREATE INDEX `runners_due` ON `runners` (coalesce("retry_at", 0),`wanted`) WHERE "runners"."applied" < "runners"."wanted" and "runners"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `runners_late` ON `runners` (`wake_by`) WHERE "runners"."wake_by" is not null and "runners"."deleted_at" is null;--> statement-breakpoint
CREATE TABLE `trigger_identities` (
	`identity` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`module_name` text NOT NULL,
	`account_id` text,
	`hinted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trigger_identities_user` ON `trigger_identities` (`user_id`);--> statement-breakpoint
CREATE INDEX `trigger_identities_account` ON `trigger_identities` (`account_id`);--> statement-breakpoint
CREATE TABLE `search_marks` (
	`applet_id` integer PRIMARY KEY NOT NULL,
	`wanted` integer DEFAULT 0 NOT NULL,
	`applied` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `search_marks_behind` ON `search_marks` (`wanted`) WHERE "search_marks"."applied" < "search_marks"."wanted";--> statement-breakpoint
CREATE TABLE `search_rebuild` (
	`id` integer PRIMARY KEY NOT NULL,
	`services_changed` integer DEFAULT false NOT NULL,
	`after` integer,
	`round` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pending_sign_ins` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`outcome` text NOT NULL,
	`password_state` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pending_sign_ins_user` ON `pending_sign_ins` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_expiry` ON `pending_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`set_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `second_factor_recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`begun_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`mails_sent` integer DEFAULT 0 NOT NULL,
	`next_mail_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `second_factor_recoveries_user_id_unique` ON `second_factor_recoveries` (`user_id`);--> statement-breakpoint
CREATE INDEX `second_factor_recoveries_mail` ON `second_factor_recoveries` (`next_mail_at`) WHERE "second_factor_recoveries"."next_mail_at" is not null;--> statement-breakpoint
CREATE INDEX `second_factor_recoveries_expiry` ON `second_factor_recoveries` (`expires_at`);--> statement-breakpoint
CREATE TABLE `security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`outcome` text NOT NULL,
	`session_id` text,
	`device` text NOT NULL,
	`country` text,
	`created_at` integer NOT NULL,
	`mail_due_at` integer,
	CONSTRAINT "security_events_outcome" CHECK("security_events"."outcome" in ('done', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_mail` ON `security_events` (`mail_due_at`) WHERE "security_events"."mail_due_at" is not null;--> statement-breakpoint
CREATE TABLE `cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`customer` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`parked` text,
	`retry_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stripe_events_handled` ON `stripe_events` (`received_at`) WHERE "stripe_events"."processed_at" is not null;--> statement-breakpoint
CREATE INDEX `stripe_events_given_up` ON `stripe_events` (`received_at`) WHERE ("stripe_events"."parked" is not null or ("stripe_events"."processed_at" is null and "stripe_events"."attempts" >= 100));--> statement-breakpoint
CREATE INDEX `stripe_events_due` ON `stripe_events` (`retry_at`) WHERE "stripe_events"."processed_at" is null and "stripe_events"."attempts" < 100;--> statement-breakpoint
CREATE TABLE `trial_promotions` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`promotion_code` text NOT NULL,
	`coupon` text NOT NULL,
	`price` text NOT NULL,
	`amount` integer NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'promised' NOT NULL,
	`checked_at` integer,
	`checked_price` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `subscribe_attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trial_promotions_state" CHECK("trial_promotions"."state" in ('promised', 'given', 'kept', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `trial_promotions_user` ON `trial_promotions` (`user_id`);--> statement-breakpoint
CREATE INDEX `trial_promotions_due` ON `trial_promotions` (`due_at`) WHERE "trial_promotions"."state" in ('promised', 'given');
--> statement-breakpoint
-- A row of `runners` begins with an enablement. All that its Runner has to know raises `wanted`.
CREATE TRIGGER `runners_enablement_made` AFTER INSERT ON `enablements` BEGIN
	INSERT INTO `runners` (`user_id`) SELECT `id` FROM `users` WHERE `id` = NEW.`user_id` AND NOT EXISTS (SELECT 1 FROM `runners` WHERE `user_id` = NEW.`user_id`);
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_enablement_changed` AFTER UPDATE ON `enablements`
WHEN NEW.`status` IS NOT OLD.`status` OR NEW.`fields` IS NOT OLD.`fields` OR NEW.`hook_key_hash` IS NOT OLD.`hook_key_hash` OR NEW.`version` IS NOT OLD.`version` OR NEW.`push_enabled` IS NOT OLD.`push_enabled` OR NEW.`failed_run_notifications_enabled` IS NOT OLD.`failed_run_notifications_enabled` OR NEW.`paused_at` IS NOT OLD.`paused_at` OR NEW.`enabled_at` IS NOT OLD.`enabled_at` OR NEW.`keep_contents` IS NOT OLD.`keep_contents` OR NEW.`min_gap` IS NOT OLD.`min_gap` OR NEW.`quiet_from` IS NOT OLD.`quiet_from` OR NEW.`quiet_to` IS NOT OLD.`quiet_to` OR NEW.`expect_every` IS NOT OLD.`expect_every` BEGIN
	INSERT INTO `runners` (`user_id`) SELECT `id` FROM `users` WHERE `id` = NEW.`user_id` AND NOT EXISTS (SELECT 1 FROM `runners` WHERE `user_id` = NEW.`user_id`);
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_enablement_deleted` AFTER DELETE ON `enablements` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = OLD.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_configuration_made` AFTER INSERT ON `live_configurations` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = (SELECT `user_id` FROM `enablements` WHERE `id` = NEW.`enablement_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `runners_configuration_changed` AFTER UPDATE ON `live_configurations`
WHEN NEW.`slug` IS NOT OLD.`slug` OR NEW.`disabled` IS NOT OLD.`disabled` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = (SELECT `user_id` FROM `enablements` WHERE `id` = NEW.`enablement_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `runners_configuration_deleted` AFTER DELETE ON `live_configurations` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = (SELECT `user_id` FROM `enablements` WHERE `id` = OLD.`enablement_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `runners_account_connected` AFTER INSERT ON `connected_accounts` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_account_changed` AFTER UPDATE ON `connected_accounts`
WHEN NEW.`status` IS NOT OLD.`status` OR NEW.`account_id` IS NOT OLD.`account_id` OR NEW.`account_name` IS NOT OLD.`account_name` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_account_disconnected` AFTER DELETE ON `connected_accounts` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = OLD.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_subscription_made` AFTER INSERT ON `subscriptions` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_subscription_changed` AFTER UPDATE ON `subscriptions`
WHEN NEW.`user_id` IS NOT OLD.`user_id` OR NEW.`tier` IS NOT OLD.`tier` OR NEW.`status` IS NOT OLD.`status` OR NEW.`card_authenticated` IS NOT OLD.`card_authenticated` OR NEW.`current_period_end` IS NOT OLD.`current_period_end` OR NEW.`past_due_since` IS NOT OLD.`past_due_since` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_subscription_deleted` AFTER DELETE ON `subscriptions` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = OLD.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `runners_user_changed` AFTER UPDATE ON `users`
WHEN NEW.`timezone` IS NOT OLD.`timezone` OR NEW.`runs_paused_until` IS NOT OLD.`runs_paused_until` OR NEW.`maker_key_hash` IS NOT OLD.`maker_key_hash` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`id`;
END;
--> statement-breakpoint
-- A deleted account's Applets pause at once, and go on when the deletion is undone.
CREATE TRIGGER `runners_user_deleted` AFTER UPDATE ON `users`
WHEN NEW.`deletes_at` IS NOT OLD.`deletes_at` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`id`;
END;
--> statement-breakpoint
-- Every Runner with an Applet that was taken down, or that is back, has to know; a job tells them in portions.
CREATE TRIGGER `runners_applet_taken_down` AFTER UPDATE OF `taken_down` ON `applets`
WHEN (NEW.`taken_down` IS NULL) IS NOT (OLD.`taken_down` IS NULL) BEGIN
	DELETE FROM `runners_to_tell` WHERE `applet_id` = NEW.`id`;
	INSERT INTO `runners_to_tell` (`applet_id`) VALUES (NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `search_applet_made` AFTER INSERT ON `applets` WHEN NEW.`published_at` IS NOT NULL BEGIN
	INSERT INTO `search_marks` (`applet_id`) SELECT NEW.`id` WHERE NOT EXISTS (SELECT 1 FROM `search_marks` WHERE `applet_id` = NEW.`id`);
	UPDATE `search_marks` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `applet_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `search_applet_deleted` AFTER DELETE ON `applets` WHEN OLD.`published_at` IS NOT NULL BEGIN
	INSERT INTO `search_marks` (`applet_id`) SELECT OLD.`id` WHERE NOT EXISTS (SELECT 1 FROM `search_marks` WHERE `applet_id` = OLD.`id`);
	UPDATE `search_marks` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `applet_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `search_applet_step_made` AFTER INSERT ON `applet_steps` BEGIN
	INSERT INTO `search_marks` (`applet_id`) SELECT NEW.`applet_id` WHERE NOT EXISTS (SELECT 1 FROM `search_marks` WHERE `applet_id` = NEW.`applet_id`) AND EXISTS (SELECT 1 FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL);
	UPDATE `search_marks` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `applet_id` = NEW.`applet_id` AND EXISTS (SELECT 1 FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `search_applet_step_changed` AFTER UPDATE OF `step_id` ON `applet_steps` WHEN NEW.`step_id` IS NOT OLD.`step_id` BEGIN
	INSERT INTO `search_marks` (`applet_id`) SELECT NEW.`applet_id` WHERE NOT EXISTS (SELECT 1 FROM `search_marks` WHERE `applet_id` = NEW.`applet_id`) AND EXISTS (SELECT 1 FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL);
	UPDATE `search_marks` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `applet_id` = NEW.`applet_id` AND EXISTS (SELECT 1 FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `search_applet_step_removed` AFTER DELETE ON `applet_steps` BEGIN
	INSERT INTO `search_marks` (`applet_id`) SELECT OLD.`applet_id` WHERE NOT EXISTS (SELECT 1 FROM `search_marks` WHERE `applet_id` = OLD.`applet_id`) AND EXISTS (SELECT 1 FROM `applets` WHERE `id` = OLD.`applet_id` AND `published_at` IS NOT NULL);
	UPDATE `search_marks` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `applet_id` = OLD.`applet_id` AND EXISTS (SELECT 1 FROM `applets` WHERE `id` = OLD.`applet_id` AND `published_at` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `search_service_made` AFTER INSERT ON `services` BEGIN
	INSERT INTO `search_rebuild` (`id`) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM `search_rebuild`);
	UPDATE `search_rebuild` SET `services_changed` = 1, `round` = max(round + 1, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `search_service_changed` AFTER UPDATE OF `name`, `description`, `popularity`, `published` ON `services`
WHEN NEW.`name` IS NOT OLD.`name` OR NEW.`description` IS NOT OLD.`description` OR NEW.`popularity` IS NOT OLD.`popularity` OR NEW.`published` IS NOT OLD.`published` BEGIN
	INSERT INTO `search_rebuild` (`id`) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM `search_rebuild`);
	UPDATE `search_rebuild` SET `services_changed` = 1, `after` = CASE WHEN NEW.`name` IS OLD.`name` THEN `after` ELSE 0 END, `round` = max(round + 1, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `search_service_deleted` AFTER DELETE ON `services` BEGIN
	INSERT INTO `search_rebuild` (`id`) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM `search_rebuild`);
	UPDATE `search_rebuild` SET `services_changed` = 1, `round` = max(round + 1, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `search_step_made` AFTER INSERT ON `service_steps` BEGIN
	INSERT INTO `search_rebuild` (`id`) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM `search_rebuild`);
	UPDATE `search_rebuild` SET `services_changed` = 1, `round` = max(round + 1, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `search_step_changed` AFTER UPDATE OF `name`, `description` ON `service_steps`
WHEN NEW.`name` IS NOT OLD.`name` OR NEW.`description` IS NOT OLD.`description` BEGIN
	INSERT INTO `search_rebuild` (`id`) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM `search_rebuild`);
	UPDATE `search_rebuild` SET `services_changed` = 1, `after` = CASE WHEN NEW.`name` IS OLD.`name` THEN `after` ELSE 0 END, `round` = max(round + 1, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `search_step_deleted` AFTER DELETE ON `service_steps` BEGIN
	INSERT INTO `search_rebuild` (`id`) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM `search_rebuild`);
	UPDATE `search_rebuild` SET `services_changed` = 1, `round` = max(round + 1, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `search_applet_changed` AFTER UPDATE OF `name`, `description`, `published_at`, `archived_at`, `unlisted_until`, `taken_down`, `enabled_count` ON `applets`
WHEN (NEW.`published_at` IS NOT NULL OR OLD.`published_at` IS NOT NULL) AND (NEW.`name` IS NOT OLD.`name` OR NEW.`description` IS NOT OLD.`description` OR NEW.`published_at` IS NOT OLD.`published_at` OR NEW.`archived_at` IS NOT OLD.`archived_at` OR NEW.`unlisted_until` IS NOT OLD.`unlisted_until` OR NEW.`taken_down` IS NOT OLD.`taken_down` OR length(NEW.`enabled_count`) <> length(OLD.`enabled_count`) OR substr(NEW.`enabled_count`, 1, 1) <> substr(OLD.`enabled_count`, 1, 1)) BEGIN
	INSERT INTO `search_marks` (`applet_id`) SELECT NEW.`id` WHERE NOT EXISTS (SELECT 1 FROM `search_marks` WHERE `applet_id` = NEW.`id`);
	UPDATE `search_marks` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `applet_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE VIEW `search_truth` AS SELECT `search_marks`.`applet_id`, `wanted` AS `version`, `applets`.`name`, `applets`.`description`,
	(200 - length(`enabled_count`) * 10 - substr(`enabled_count`, 1, 1)) * 4294967296 + `applets`.`id` AS `place`,
	(SELECT group_concat(`services`.`name` || ' ' || `service_steps`.`name`, ' ') FROM `applet_steps`
		JOIN `service_steps` ON `service_steps`.`id` = `step_id`
		JOIN `services` ON `services`.`module_name` = `service_steps`.`module_name`
		WHERE `applet_steps`.`applet_id` = `applets`.`id`) AS `steps`
FROM `search_marks`
LEFT JOIN `applets` ON `applets`.`id` = `search_marks`.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL AND `unlisted_until` IS NULL AND `taken_down` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `step_applets_step_deleted` AFTER DELETE ON `applet_steps` BEGIN
	DELETE FROM `step_applets` WHERE `applet_id` = OLD.`applet_id` AND `step_id` = OLD.`step_id` AND NOT EXISTS (SELECT 1 FROM `applet_steps` WHERE `applet_id` = OLD.`applet_id` AND `step_id` = OLD.`step_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `step_applets_used` AFTER UPDATE OF `enabled_count` ON `applets`
WHEN NEW.`enabled_count` IS NOT OLD.`enabled_count` BEGIN
	UPDATE `step_applets` SET `enabled_count` = NEW.`enabled_count` WHERE `applet_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `step_applets_step_made` AFTER INSERT ON `applet_steps` BEGIN
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT `id`, NEW.`step_id`, `enabled_count` FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL AND `unlisted_until` IS NULL AND `taken_down` IS NULL AND NOT EXISTS (SELECT 1 FROM `step_applets` WHERE `applet_id` = NEW.`applet_id` AND `step_id` = NEW.`step_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `step_applets_step_changed` AFTER UPDATE OF `applet_id`, `step_id` ON `applet_steps`
WHEN NEW.`applet_id` IS NOT OLD.`applet_id` OR NEW.`step_id` IS NOT OLD.`step_id` BEGIN
	DELETE FROM `step_applets` WHERE `applet_id` = OLD.`applet_id` AND `step_id` = OLD.`step_id` AND NOT EXISTS (SELECT 1 FROM `applet_steps` WHERE `applet_id` = OLD.`applet_id` AND `step_id` = OLD.`step_id`);
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT `id`, NEW.`step_id`, `enabled_count` FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL AND `unlisted_until` IS NULL AND `taken_down` IS NULL AND NOT EXISTS (SELECT 1 FROM `step_applets` WHERE `applet_id` = NEW.`applet_id` AND `step_id` = NEW.`step_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `step_applets_listed` AFTER UPDATE OF `published_at`, `archived_at`, `unlisted_until`, `taken_down` ON `applets`
WHEN (NEW.`published_at` IS NOT NULL AND NEW.`archived_at` IS NULL AND NEW.`unlisted_until` IS NULL AND NEW.`taken_down` IS NULL) IS NOT (OLD.`published_at` IS NOT NULL AND OLD.`archived_at` IS NULL AND OLD.`unlisted_until` IS NULL AND OLD.`taken_down` IS NULL) BEGIN
	DELETE FROM `step_applets` WHERE `applet_id` = NEW.`id`;
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT DISTINCT NEW.`id`, `step_id`, NEW.`enabled_count` FROM `applet_steps` WHERE `applet_id` = NEW.`id` AND NEW.`published_at` IS NOT NULL AND NEW.`archived_at` IS NULL AND NEW.`unlisted_until` IS NULL AND NEW.`taken_down` IS NULL;
END;
--> statement-breakpoint
-- When a plan that changed ends by time alone, in ms; 0 is now. 1209600000 is the grace period of a failed renewal.
CREATE TRIGGER `subscriptions_lapse_made` AFTER INSERT ON `subscriptions` BEGIN
	UPDATE `subscriptions` SET `lapses_at` = CASE
		WHEN NEW.`status` = 'active' OR (NEW.`status` = 'trialing' AND NEW.`card_authenticated`) THEN NULL
		WHEN NEW.`status` = 'past_due' THEN coalesce(NEW.`past_due_since` + 1209600000, 0)
		WHEN NEW.`status` = 'canceled' THEN coalesce(NEW.`current_period_end`, 0)
		ELSE 0 END WHERE `id` = NEW.`id`;
	UPDATE `trial_promotions` SET `due_at` = 0 WHERE `user_id` = NEW.`user_id` AND `state` IN ('promised', 'given');
END;
--> statement-breakpoint
CREATE TRIGGER `subscriptions_lapse_changed` AFTER UPDATE ON `subscriptions`
WHEN NEW.`status` IS NOT OLD.`status` OR NEW.`card_authenticated` IS NOT OLD.`card_authenticated` OR NEW.`current_period_end` IS NOT OLD.`current_period_end` OR NEW.`past_due_since` IS NOT OLD.`past_due_since` BEGIN
	UPDATE `subscriptions` SET `lapses_at` = CASE
		WHEN NEW.`status` = 'active' OR (NEW.`status` = 'trialing' AND NEW.`card_authenticated`) THEN NULL
		WHEN NEW.`status` = 'past_due' THEN coalesce(NEW.`past_due_since` + 1209600000, 0)
		WHEN NEW.`status` = 'canceled' THEN coalesce(NEW.`current_period_end`, 0)
		ELSE 0 END WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- What a promise waits for may have come.
CREATE TRIGGER `trial_promotions_due_again` AFTER UPDATE ON `subscriptions`
WHEN NEW.`status` IS NOT OLD.`status` OR NEW.`trial_end` IS NOT OLD.`trial_end` OR NEW.`cancel_at` IS NOT OLD.`cancel_at` OR NEW.`cancel_at_period_end` IS NOT OLD.`cancel_at_period_end` BEGIN
	UPDATE `trial_promotions` SET `due_at` = 0 WHERE `user_id` = NEW.`user_id` AND `state` IN ('promised', 'given');
END;
--> statement-breakpoint
-- A user's first line that is not mailed makes the row.
CREATE TRIGGER `digest_schedule_made` AFTER INSERT ON `digest_lines` WHEN NEW.`sent_at` IS NULL BEGIN
	INSERT INTO `digest_schedule` (`user_id`) SELECT NEW.`user_id` WHERE NOT EXISTS (SELECT 1 FROM `digest_schedule` WHERE `user_id` = NEW.`user_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `digest_schedule_due_again` AFTER UPDATE ON `users`
WHEN NEW.`timezone` IS NOT OLD.`timezone` OR NEW.`email_verified_at` IS NOT OLD.`email_verified_at` BEGIN
	UPDATE `digest_schedule` SET `due_at` = 0 WHERE `user_id` = NEW.`id`;
END;
--> statement-breakpoint
-- An address that was changed, and a user name that was given up, stay their user's for a time.
CREATE TRIGGER `users_email_kept_join` BEFORE INSERT ON `users`
WHEN EXISTS (SELECT 1 FROM `email_changes` WHERE `from_email` = NEW.`email` AND `confirmed_at` IS NOT NULL AND `user_id` <> NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email');
END;
--> statement-breakpoint
CREATE TRIGGER `users_email_kept_change` BEFORE UPDATE OF `email` ON `users`
WHEN NEW.`email` <> OLD.`email` AND EXISTS (SELECT 1 FROM `email_changes` WHERE `from_email` = NEW.`email` AND `confirmed_at` IS NOT NULL AND `user_id` <> NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email');
END;
--> statement-breakpoint
CREATE TRIGGER `users_login_kept_join` BEFORE INSERT ON `users`
WHEN EXISTS (SELECT 1 FROM `former_logins` WHERE `login` = NEW.`login` COLLATE NOCASE AND `user_id` <> NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.login');
END;
--> statement-breakpoint
CREATE TRIGGER `users_login_kept_change` BEFORE UPDATE OF `login` ON `users`
WHEN NEW.`login` <> OLD.`login` AND EXISTS (SELECT 1 FROM `former_logins` WHERE `login` = NEW.`login` COLLATE NOCASE AND `user_id` <> NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.login');
END;
--> statement-breakpoint
-- Where the rebuild of the search index is: one row.
INSERT INTO `search_rebuild` (`id`, `services_changed`, `after`) VALUES (1, 1, 0);
