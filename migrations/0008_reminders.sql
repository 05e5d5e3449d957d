ALTER TABLE `users` ADD `reminder_scheduled_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `reminders_off_at` integer;