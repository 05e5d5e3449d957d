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
ALTER TABLE `services` ADD `category` text DEFAULT 'other' NOT NULL;--> statement-breakpoint
-- The search index has the steps of services too.
DROP TRIGGER `search_step_renamed`;
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
UPDATE `search_rebuild` SET `services_changed` = 1, `round` = max(round + 1, cast(unixepoch('subsec') * 1000 as integer));
