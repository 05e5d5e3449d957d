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
-- What the search index knows of an Applet, and as of which version; without a place if it is not public. Popularity is the
-- first digit of `enabled_count` and how many follow: 1 to 9, 10 to 19, …, 100 to 199, …; the trigger below compares the same.
-- A migration that replaces one of these tables has to drop this view first and make it again.
CREATE VIEW `search_truth` AS SELECT `search_marks`.`applet_id`, `wanted` AS `version`, `applets`.`name`, `applets`.`description`,
	(200 - length(`enabled_count`) * 10 - substr(`enabled_count`, 1, 1)) * 4294967296 + `applets`.`id` AS `place`,
	(SELECT group_concat(`services`.`name` || ' ' || `service_steps`.`name`, ' ') FROM `applet_steps`
		JOIN `service_steps` ON `service_steps`.`id` = `step_id`
		JOIN `services` ON `services`.`module_name` = `service_steps`.`module_name`
		WHERE `applet_steps`.`applet_id` = `applets`.`id`) AS `steps`
FROM `search_marks`
LEFT JOIN `applets` ON `applets`.`id` = `search_marks`.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL;
--> statement-breakpoint
-- The index begins empty; the minute's job fills it in portions.
INSERT INTO `search_rebuild` (`id`, `services_changed`, `after`) VALUES (1, 1, 0);
--> statement-breakpoint
CREATE TRIGGER `search_applet_made` AFTER INSERT ON `applets` WHEN NEW.`published_at` IS NOT NULL BEGIN
	INSERT INTO `search_marks` (`applet_id`) SELECT NEW.`id` WHERE NOT EXISTS (SELECT 1 FROM `search_marks` WHERE `applet_id` = NEW.`id`);
	UPDATE `search_marks` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `applet_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `search_applet_changed` AFTER UPDATE OF `name`, `description`, `published_at`, `archived_at`, `enabled_count` ON `applets`
WHEN (NEW.`published_at` IS NOT NULL OR OLD.`published_at` IS NOT NULL) AND (NEW.`name` IS NOT OLD.`name` OR NEW.`description` IS NOT OLD.`description` OR NEW.`published_at` IS NOT OLD.`published_at` OR NEW.`archived_at` IS NOT OLD.`archived_at` OR length(NEW.`enabled_count`) <> length(OLD.`enabled_count`) OR substr(NEW.`enabled_count`, 1, 1) <> substr(OLD.`enabled_count`, 1, 1)) BEGIN
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
CREATE TRIGGER `search_step_renamed` AFTER UPDATE OF `name` ON `service_steps` WHEN NEW.`name` IS NOT OLD.`name` BEGIN
	INSERT INTO `search_rebuild` (`id`) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM `search_rebuild`);
	UPDATE `search_rebuild` SET `after` = 0, `round` = max(round + 1, cast(unixepoch('subsec') * 1000 as integer));
END;
