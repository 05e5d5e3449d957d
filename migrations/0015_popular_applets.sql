CREATE TABLE `step_applets` (
	`applet_id` integer NOT NULL,
	`step_id` text NOT NULL,
	`enabled_count` integer NOT NULL,
	PRIMARY KEY(`applet_id`, `step_id`),
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `step_applets_popular` ON `step_applets` (`step_id`,"enabled_count" desc,`applet_id`);--> statement-breakpoint
DROP INDEX `applets_published`;--> statement-breakpoint
CREATE INDEX `applets_popular` ON `applets` ("enabled_count" desc) WHERE "applets"."published_at" is not null and "applets"."archived_at" is null;--> statement-breakpoint
INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT DISTINCT s.`applet_id`, s.`step_id`, a.`enabled_count` FROM `applet_steps` s JOIN `applets` a ON a.`id` = s.`applet_id` WHERE a.`published_at` IS NOT NULL AND a.`archived_at` IS NULL;--> statement-breakpoint
-- `step_applets` follows the steps of published Applets and how many users have each enabled.
CREATE TRIGGER `step_applets_step_made` AFTER INSERT ON `applet_steps` BEGIN
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT `id`, NEW.`step_id`, `enabled_count` FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL AND NOT EXISTS (SELECT 1 FROM `step_applets` WHERE `applet_id` = NEW.`applet_id` AND `step_id` = NEW.`step_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `step_applets_step_changed` AFTER UPDATE OF `applet_id`, `step_id` ON `applet_steps`
WHEN NEW.`applet_id` IS NOT OLD.`applet_id` OR NEW.`step_id` IS NOT OLD.`step_id` BEGIN
	DELETE FROM `step_applets` WHERE `applet_id` = OLD.`applet_id` AND `step_id` = OLD.`step_id` AND NOT EXISTS (SELECT 1 FROM `applet_steps` WHERE `applet_id` = OLD.`applet_id` AND `step_id` = OLD.`step_id`);
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT `id`, NEW.`step_id`, `enabled_count` FROM `applets` WHERE `id` = NEW.`applet_id` AND `published_at` IS NOT NULL AND `archived_at` IS NULL AND NOT EXISTS (SELECT 1 FROM `step_applets` WHERE `applet_id` = NEW.`applet_id` AND `step_id` = NEW.`step_id`);
END;
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
CREATE TRIGGER `step_applets_listed` AFTER UPDATE OF `published_at`, `archived_at` ON `applets`
WHEN (NEW.`published_at` IS NOT NULL AND NEW.`archived_at` IS NULL) IS NOT (OLD.`published_at` IS NOT NULL AND OLD.`archived_at` IS NULL) BEGIN
	DELETE FROM `step_applets` WHERE `applet_id` = NEW.`id`;
	INSERT INTO `step_applets` (`applet_id`, `step_id`, `enabled_count`) SELECT DISTINCT NEW.`id`, `step_id`, NEW.`enabled_count` FROM `applet_steps` WHERE `applet_id` = NEW.`id` AND NEW.`published_at` IS NOT NULL AND NEW.`archived_at` IS NULL;
END;
