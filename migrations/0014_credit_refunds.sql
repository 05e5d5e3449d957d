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
CREATE INDEX `credit_reviews_open` ON `credit_reviews` (`user_id`) WHERE "credit_reviews"."state" = 'open';