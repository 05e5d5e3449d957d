CREATE TABLE `security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`outcome` text NOT NULL,
	`session_id` text,
	`device` text NOT NULL,
	`country` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "security_events_outcome" CHECK("security_events"."outcome" in ('done', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`created_at`,`id`);