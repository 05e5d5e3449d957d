CREATE TABLE `grant_revocations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`module_name` text NOT NULL,
	`account_id` text NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `grant_revocations_next` ON `grant_revocations` (`next_at`);--> statement-breakpoint
ALTER TABLE `account_deletions` ADD `booked_schedule` text;--> statement-breakpoint
ALTER TABLE `email_changes` ADD `mail_due_at` integer;--> statement-breakpoint
CREATE INDEX `email_changes_mail` ON `email_changes` (`mail_due_at`) WHERE "email_changes"."mail_due_at" is not null;--> statement-breakpoint
ALTER TABLE `security_events` ADD `mail_due_at` integer;--> statement-breakpoint
CREATE INDEX `security_events_mail` ON `security_events` (`mail_due_at`) WHERE "security_events"."mail_due_at" is not null;