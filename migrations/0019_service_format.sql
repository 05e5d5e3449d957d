ALTER TABLE `services` ADD `connect_fields` text;--> statement-breakpoint
ALTER TABLE `services` ADD `terms_url` text;--> statement-breakpoint
ALTER TABLE `services` ADD `credit` text;--> statement-breakpoint
ALTER TABLE `step_fields` ADD `options_at` text;