CREATE TABLE `applet_versions` (
	`applet_id` integer NOT NULL,
	`version` integer NOT NULL,
	`doc` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`applet_id`, `version`),
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `digest_lines_effect` ON `digest_lines` (`user_id`,`effect_key`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `notifications_effect` ON `notifications` (`user_id`,`effect_key`);--> statement-breakpoint
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
CREATE INDEX `runners_behind` ON `runners` (`wanted`) WHERE "runners"."applied" < "runners"."wanted";--> statement-breakpoint
CREATE INDEX `runners_wake` ON `runners` (`wake_by`) WHERE "runners"."wake_by" is not null;--> statement-breakpoint
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
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_step_fields` (
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
	CONSTRAINT "step_fields_type" CHECK("type" in ('text', 'textarea', 'url', 'email', 'number', 'time', 'select', 'location', 'date', 'datetime', 'duration', 'checkbox', 'weekdays', 'switch', 'secret'))
);
--> statement-breakpoint
INSERT INTO `__new_step_fields`("step_id", "slug", "position", "label", "hint", "type", "required", "default_value", "options", "options_url") SELECT "step_id", "slug", "position", "label", "hint", "type", "required", "default_value", "options", "options_url" FROM `step_fields`;--> statement-breakpoint
DROP TABLE `step_fields`;--> statement-breakpoint
ALTER TABLE `__new_step_fields` RENAME TO `step_fields`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
DROP INDEX `applet_steps_one_trigger`;--> statement-breakpoint
ALTER TABLE `applet_steps` ADD `configuration_slug` text;--> statement-breakpoint
CREATE UNIQUE INDEX `applet_steps_one_trigger` ON `applet_steps` (`applet_id`,coalesce("configuration_slug", '')) WHERE instr("applet_steps"."step_id", '/triggers/') > 0;--> statement-breakpoint
ALTER TABLE `users` ADD `runs_paused_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `maker_key_hash` text;--> statement-breakpoint
ALTER TABLE `users` ADD `maker_key_sealed` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_maker_key_hash_unique` ON `users` (`maker_key_hash`);--> statement-breakpoint
ALTER TABLE `enablements` ADD `enabled_at` integer;--> statement-breakpoint
ALTER TABLE `enablements` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `enablements` ADD `keep_contents` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `enablements` ADD `min_gap` integer;--> statement-breakpoint
ALTER TABLE `enablements` ADD `quiet_from` integer;--> statement-breakpoint
ALTER TABLE `enablements` ADD `quiet_to` integer;--> statement-breakpoint
ALTER TABLE `enablements` ADD `expect_every` integer;--> statement-breakpoint
CREATE INDEX `connected_accounts_of_service` ON `connected_accounts` (`module_name`,`account_id`);--> statement-breakpoint
-- Everyone who has an Applet gets a row, which the minute's job applies.
INSERT INTO `runners` (`user_id`, `wanted`) SELECT DISTINCT `user_id`, 1 FROM `enablements`;--> statement-breakpoint
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
