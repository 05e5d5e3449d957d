CREATE TABLE `operator_log` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`before` text,
	`after` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `service_files` (
	`module_name` text PRIMARY KEY NOT NULL,
	`file` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `services` ADD `connect_fields` text;--> statement-breakpoint
ALTER TABLE `services` ADD `terms_url` text;--> statement-breakpoint
ALTER TABLE `services` ADD `credit` text;--> statement-breakpoint
ALTER TABLE `step_fields` ADD `options_at` text;