DROP INDEX `activity_log_user`;--> statement-breakpoint
DROP INDEX `activity_log_applet`;--> statement-breakpoint
ALTER TABLE `activity_log` ADD `category` text DEFAULT 'change' NOT NULL;--> statement-breakpoint
CREATE INDEX `activity_log_user` ON `activity_log` (`user_id`,`category`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `activity_log_applet` ON `activity_log` (`user_id`,`applet_id`,`category`,`created_at`,`id`);--> statement-breakpoint
UPDATE `activity_log` SET `category` = CASE `kind` WHEN 'hook_received' THEN 'event' WHEN 'connection_broken' THEN 'failure' ELSE 'change' END;
