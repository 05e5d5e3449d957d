CREATE TABLE `money_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`subscription` text NOT NULL,
	`subject` text NOT NULL,
	`before` text,
	`outcome` text,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "money_mails_kind" CHECK("money_mails"."kind" in ('receipt', 'payment_failed', 'trial_ending', 'renewal', 'plan_changed', 'canceled', 'card_expiring', 'refunded')),
	CONSTRAINT "money_mails_outcome" CHECK("money_mails"."outcome" in ('queued', 'dropped', 'left_to_stripe'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `money_mails_once` ON `money_mails` (`kind`,`subscription`,`subject`);--> statement-breakpoint
CREATE INDEX `money_mails_open` ON `money_mails` (`user_id`) WHERE "money_mails"."outcome" is null;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_expires_at` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_period_end` ON `subscriptions` (`current_period_end`);--> statement-breakpoint
CREATE INDEX `subscriptions_card_expires` ON `subscriptions` (`card_expires_at`);