ALTER TABLE `services` ADD `hosts` text;--> statement-breakpoint
ALTER TABLE `step_fields` ADD `destination` integer DEFAULT false NOT NULL;