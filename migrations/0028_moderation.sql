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
ALTER TABLE `applets` ADD `unlisted_until` integer;--> statement-breakpoint
ALTER TABLE `applets` ADD `taken_down` text;--> statement-breakpoint
CREATE INDEX `applets_taken_down` ON `applets` ("updated_at" desc) WHERE "applets"."taken_down" is not null;--> statement-breakpoint
CREATE INDEX `applets_unlisted` ON `applets` (`unlisted_until`) WHERE "applets"."unlisted_until" is not null;
--> statement-breakpoint
-- Lists, steps and search leave out what waits to be listed and what was taken down.
DROP TRIGGER `step_applets_step_made`;--> statement-breakpoint
CREATE TRIGGER `step_applets_step_made` AFTER INSERT ON `applet_steps` BEGIN
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT `id`, NEW.`step_id`, `enabled_count` FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL AND `unlisted_until` IS NULL AND `taken_down` IS NULL AND NOT EXISTS (SELECT 1 FROM `step_applets` WHERE `applet_id` = NEW.`applet_id` AND `step_id` = NEW.`step_id`);
END;
--> statement-breakpoint
DROP TRIGGER `step_applets_step_changed`;--> statement-breakpoint
CREATE TRIGGER `step_applets_step_changed` AFTER UPDATE OF `applet_id`, `step_id` ON `applet_steps`
WHEN NEW.`applet_id` IS NOT OLD.`applet_id` OR NEW.`step_id` IS NOT OLD.`step_id` BEGIN
	DELETE FROM `step_applets` WHERE `applet_id` = OLD.`applet_id` AND `step_id` = OLD.`step_id` AND NOT EXISTS (SELECT 1 FROM `applet_steps` WHERE `applet_id` = OLD.`applet_id` AND `step_id` = OLD.`step_id`);
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT `id`, NEW.`step_id`, `enabled_count` FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL AND `unlisted_until` IS NULL AND `taken_down` IS NULL AND NOT EXISTS (SELECT 1 FROM `step_applets` WHERE `applet_id` = NEW.`applet_id` AND `step_id` = NEW.`step_id`);
END;
--> statement-breakpoint
DROP TRIGGER `step_applets_listed`;--> statement-breakpoint
CREATE TRIGGER `step_applets_listed` AFTER UPDATE OF `published_at`, `archived_at`, `unlisted_until`, `taken_down` ON `applets`
WHEN (NEW.`published_at` IS NOT NULL AND NEW.`archived_at` IS NULL AND NEW.`unlisted_until` IS NULL AND NEW.`taken_down` IS NULL) IS NOT (OLD.`published_at` IS NOT NULL AND OLD.`archived_at` IS NULL AND OLD.`unlisted_until` IS NULL AND OLD.`taken_down` IS NULL) BEGIN
	DELETE FROM `step_applets` WHERE `applet_id` = NEW.`id`;
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT DISTINCT NEW.`id`, `step_id`, NEW.`enabled_count` FROM `applet_steps` WHERE `applet_id` = NEW.`id` AND NEW.`published_at` IS NOT NULL AND NEW.`archived_at` IS NULL AND NEW.`unlisted_until` IS NULL AND NEW.`taken_down` IS NULL;
END;
--> statement-breakpoint
DROP TRIGGER `search_applet_changed`;--> statement-breakpoint
CREATE TRIGGER `search_applet_changed` AFTER UPDATE OF `name`, `description`, `published_at`, `archived_at`, `unlisted_until`, `taken_down`, `enabled_count` ON `applets`
WHEN (NEW.`published_at` IS NOT NULL OR OLD.`published_at` IS NOT NULL) AND (NEW.`name` IS NOT OLD.`name` OR NEW.`description` IS NOT OLD.`description` OR NEW.`published_at` IS NOT OLD.`published_at` OR NEW.`archived_at` IS NOT OLD.`archived_at` OR NEW.`unlisted_until` IS NOT OLD.`unlisted_until` OR NEW.`taken_down` IS NOT OLD.`taken_down` OR length(NEW.`enabled_count`) <> length(OLD.`enabled_count`) OR substr(NEW.`enabled_count`, 1, 1) <> substr(OLD.`enabled_count`, 1, 1)) BEGIN
	INSERT INTO `search_marks` (`applet_id`) SELECT NEW.`id` WHERE NOT EXISTS (SELECT 1 FROM `search_marks` WHERE `applet_id` = NEW.`id`);
	UPDATE `search_marks` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `applet_id` = NEW.`id`;
END;
--> statement-breakpoint
DROP VIEW `search_truth`;--> statement-breakpoint
CREATE VIEW `search_truth` AS SELECT `search_marks`.`applet_id`, `wanted` AS `version`, `applets`.`name`, `applets`.`description`,
	(200 - length(`enabled_count`) * 10 - substr(`enabled_count`, 1, 1)) * 4294967296 + `applets`.`id` AS `place`,
	(SELECT group_concat(`services`.`name` || ' ' || `service_steps`.`name`, ' ') FROM `applet_steps`
		JOIN `service_steps` ON `service_steps`.`id` = `step_id`
		JOIN `services` ON `services`.`module_name` = `service_steps`.`module_name`
		WHERE `applet_steps`.`applet_id` = `applets`.`id`) AS `steps`
FROM `search_marks`
LEFT JOIN `applets` ON `applets`.`id` = `search_marks`.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL AND `unlisted_until` IS NULL AND `taken_down` IS NULL;
--> statement-breakpoint
-- Every Runner with an Applet that was taken down, or that is back, has to know; a job tells them in portions.
CREATE TRIGGER `runners_applet_taken_down` AFTER UPDATE OF `taken_down` ON `applets`
WHEN (NEW.`taken_down` IS NULL) IS NOT (OLD.`taken_down` IS NULL) BEGIN
	DELETE FROM `runners_to_tell` WHERE `applet_id` = NEW.`id`;
	INSERT INTO `runners_to_tell` (`applet_id`) VALUES (NEW.`id`);
END;
