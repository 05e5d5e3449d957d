CREATE TABLE `cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `operations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`request` text NOT NULL,
	`state` text DEFAULT 'claimed' NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`stripe_subscription_id` text,
	`refusal` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "operations_state" CHECK("operations"."state" in ('claimed', 'awaiting', 'succeeded', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operations_stripe_subscription_id_unique` ON `operations` (`stripe_subscription_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `operations_key` ON `operations` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `operations_one_open` ON `operations` (`user_id`) WHERE "operations"."state" in ('claimed', 'awaiting');--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`customer` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`parked` text
);
--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_open` ON `stripe_events` (`created_at`) WHERE "stripe_events"."processed_at" is null;--> statement-breakpoint
CREATE TABLE `trial_cards` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stripe_subscription_id` text,
	`payment_type` text NOT NULL,
	`plan_id` text NOT NULL,
	`tier` text NOT NULL,
	`product_id` text NOT NULL,
	`status` text NOT NULL,
	`payment_interval` text NOT NULL,
	`price_in_cents` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`card_authenticated` integer DEFAULT false NOT NULL,
	`trial_end` integer,
	`current_period_start` integer,
	`current_period_end` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`cancel_at` integer,
	`ended_at` integer,
	`past_due_since` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status" CHECK("status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
	CONSTRAINT "subscriptions_price" CHECK(typeof("price_in_cents") = 'integer' and "price_in_cents" >= 0),
	CONSTRAINT "subscriptions_stripe" CHECK("payment_type" <> 'stripe' or "stripe_subscription_id" is not null)
);
--> statement-breakpoint
-- By hand: drizzle-kit also copies the columns that are new, and SQLite reads a name that it does not know as a text.
INSERT INTO `__new_subscriptions`("id", "user_id", "stripe_subscription_id", "payment_type", "plan_id", "tier", "product_id", "status", "payment_interval", "price_in_cents", "currency", "card_authenticated", "trial_end", "current_period_end", "cancel_at_period_end", "past_due_since", "version", "created_at", "updated_at") SELECT "id", "user_id", "stripe_subscription_id", "payment_type", "plan_id", "tier", "product_id", "status", "payment_interval", "price_in_cents", "currency", "card_authenticated", "trial_end", "current_period_end", "cancel_at_period_end", "past_due_since", "version", "created_at", "updated_at" FROM `subscriptions`;--> statement-breakpoint
DROP TABLE `subscriptions`;--> statement-breakpoint
ALTER TABLE `__new_subscriptions` RENAME TO `subscriptions`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_stripe_subscription_id_unique` ON `subscriptions` (`stripe_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_live` ON `subscriptions` (`user_id`) WHERE "subscriptions"."status" not in ('incomplete_expired', 'canceled');--> statement-breakpoint
ALTER TABLE `users` ADD `stripe_sync_begun` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `stripe_sync_written` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `stripe_price_id` text;--> statement-breakpoint
ALTER TABLE `plans` ADD `open_amount` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `plans_stripe_price_id_unique` ON `plans` (`stripe_price_id`);