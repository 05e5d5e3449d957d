ALTER TABLE `subscriptions` ADD `stripe_schedule_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_plan` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_plan_price` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_plan_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `changing_until` integer;