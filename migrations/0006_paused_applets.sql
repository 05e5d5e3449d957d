ALTER TABLE `enablements` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `payment_told_at` integer;