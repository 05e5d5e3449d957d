CREATE TABLE `rate_limits` (
	`bucket` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `used_links` (
	`jti` text PRIMARY KEY NOT NULL,
	`used_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
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
	`timezone` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email")),
	CONSTRAINT "users_trial_period" CHECK("users"."eligible_trial_period" between 0 and 365)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_code_unique` ON `users` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_id_unique` ON `users` (`stripe_customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_login` ON `users` ("login" collate nocase);--> statement-breakpoint
CREATE TABLE `activity_log` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`applet_id` integer,
	`kind` text NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `activity_log_user` ON `activity_log` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `activity_log_applet` ON `activity_log` (`applet_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `applet_steps` (
	`applet_id` integer NOT NULL,
	`position` integer NOT NULL,
	`step_id` text NOT NULL,
	`account_slot` integer DEFAULT 0 NOT NULL,
	`fields` text DEFAULT '{}' NOT NULL,
	PRIMARY KEY(`applet_id`, `position`),
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`step_id`) REFERENCES `service_steps`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `applet_steps_step` ON `applet_steps` (`step_id`);--> statement-breakpoint
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
	`archived_at` integer,
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
CREATE INDEX `applets_published` ON `applets` (`enabled_count`) WHERE "applets"."published_at" is not null and "applets"."archived_at" is null;--> statement-breakpoint
CREATE TABLE `configurations` (
	`applet_id` integer NOT NULL,
	`slug` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`icon` text NOT NULL,
	`required` integer DEFAULT false NOT NULL,
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
	`hook_key` text,
	`run_count` integer DEFAULT 0 NOT NULL,
	`last_run` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "enablements_status" CHECK("enablements"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enablements_hook_key_unique` ON `enablements` (`hook_key`);--> statement-breakpoint
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
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`tier` text NOT NULL,
	`product_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`interval` text NOT NULL,
	`audience` text DEFAULT 'everyone' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	CONSTRAINT "plans_amount" CHECK("plans"."amount" between 199 and 10000),
	CONSTRAINT "plans_tier" CHECK("plans"."tier" in ('intermediate_pro', 'pro', 'legacy_pro')),
	CONSTRAINT "plans_student_yearly" CHECK("plans"."audience" <> 'student' or "plans"."interval" = 'year')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_offer` ON `plans` (`plan_id`,`interval`,`currency`,`audience`) WHERE "plans"."active";--> statement-breakpoint
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
	`current_period_end` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`past_due_since` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status" CHECK("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
	CONSTRAINT "subscriptions_price" CHECK("subscriptions"."price_in_cents" between 199 and 10000),
	CONSTRAINT "subscriptions_stripe" CHECK("subscriptions"."payment_type" <> 'stripe' or "subscriptions"."stripe_subscription_id" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_stripe_subscription_id_unique` ON `subscriptions` (`stripe_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_live` ON `subscriptions` (`user_id`) WHERE "subscriptions"."status" not in ('incomplete_expired', 'canceled');--> statement-breakpoint
CREATE TABLE `connected_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`module_name` text NOT NULL,
	`account_id` text NOT NULL,
	`account_name` text NOT NULL,
	`status` text NOT NULL,
	`access_token` text NOT NULL,
	`refresh_token` text,
	`expires_at` integer,
	`scopes` text,
	`version` integer DEFAULT 1 NOT NULL,
	`refreshing_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_name`) REFERENCES `services`(`module_name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "connected_accounts_status" CHECK("connected_accounts"."status" in ('connected', 'broken'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connected_accounts_account` ON `connected_accounts` (`user_id`,`module_name`,`account_id`);--> statement-breakpoint
CREATE TABLE `oauth_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`browser_hash` text NOT NULL,
	`module_name` text NOT NULL,
	`code_verifier` text NOT NULL,
	`modules` text NOT NULL,
	`return_to` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_name`) REFERENCES `services`(`module_name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_states_expiry` ON `oauth_states` (`expires_at`);--> statement-breakpoint
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
	PRIMARY KEY(`step_id`, `slug`),
	FOREIGN KEY (`step_id`) REFERENCES `service_steps`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "step_fields_type" CHECK("step_fields"."type" in ('text', 'textarea', 'url', 'email', 'number', 'time', 'select'))
);
--> statement-breakpoint
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
CREATE INDEX `messages_sent_recipient` ON `messages_sent` (`recipient_hash`,`sent_at`);