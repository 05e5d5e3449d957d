CREATE TABLE `credit_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`user_id` text NOT NULL,
	`customer` text NOT NULL,
	`charge` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text DEFAULT 'planned' NOT NULL,
	`stripe_refund_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `credit_reviews`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_refunds_amount" CHECK(typeof("credit_refunds"."amount") = 'integer' and "credit_refunds"."amount" > 0),
	CONSTRAINT "credit_refunds_state" CHECK("credit_refunds"."state" in ('planned', 'refunded', 'settled', 'refused', 'returned'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_refunds_stripe_refund_id_unique` ON `credit_refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE INDEX `credit_refunds_customer` ON `credit_refunds` (`customer`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_refunds_one_open` ON `credit_refunds` (`review_id`) WHERE "credit_refunds"."state" in ('planned', 'refunded');--> statement-breakpoint
CREATE TABLE `credit_reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`customer` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`not_refunded` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `credit_reviews_open` ON `credit_reviews` (`user_id`) WHERE "credit_reviews"."state" = 'open';--> statement-breakpoint
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
CREATE TABLE `trial_promotions` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`promotion_code` text NOT NULL,
	`coupon` text NOT NULL,
	`price` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text DEFAULT 'promised' NOT NULL,
	`checked_at` integer,
	`checked_price` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `operations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trial_promotions_state" CHECK("trial_promotions"."state" in ('promised', 'given', 'kept', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `trial_promotions_open` ON `trial_promotions` (`user_id`) WHERE "trial_promotions"."state" in ('promised', 'given');--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `stripe_schedule_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_plan` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_plan_price` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_plan_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `changing_until` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_expires_at` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_period_end` ON `subscriptions` (`current_period_end`);--> statement-breakpoint
CREATE INDEX `subscriptions_card_expires` ON `subscriptions` (`card_expires_at`);