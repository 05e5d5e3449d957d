ALTER TABLE `services` ADD `unverified` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `services` ADD `seen_working_at` integer;