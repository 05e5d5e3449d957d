-- A yearly price may be above $100. Nothing refers to `prices`, so no foreign key has to wait.
CREATE TABLE `__new_prices` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`tier` text NOT NULL,
	`product_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`interval` text NOT NULL,
	`audience` text DEFAULT 'everyone' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`stripe_price_id` text,
	`open_amount` integer DEFAULT false NOT NULL,
	CONSTRAINT "prices_student_yearly" CHECK("__new_prices"."audience" <> 'student' or "__new_prices"."interval" = 'year')
);
--> statement-breakpoint
INSERT INTO `__new_prices`("id", "plan_id", "tier", "product_id", "amount", "currency", "interval", "audience", "active", "archived", "stripe_price_id", "open_amount") SELECT "id", "plan_id", "tier", "product_id", "amount", "currency", "interval", "audience", "active", "archived", "stripe_price_id", "open_amount" FROM `prices`;--> statement-breakpoint
DROP TABLE `prices`;--> statement-breakpoint
ALTER TABLE `__new_prices` RENAME TO `prices`;--> statement-breakpoint
CREATE UNIQUE INDEX `prices_stripe_price_id_unique` ON `prices` (`stripe_price_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `prices_offer` ON `prices` (`plan_id`,`interval`,`currency`,`audience`) WHERE "prices"."active";