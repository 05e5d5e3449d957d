PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`tier` text NOT NULL,
	`product_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`interval` text NOT NULL,
	`audience` text DEFAULT 'everyone' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`stripe_price_id` text,
	`open_amount` integer DEFAULT false NOT NULL,
	CONSTRAINT "plans_amount" CHECK(typeof("amount") = 'integer' and "amount" between 199 and 10000),
	CONSTRAINT "plans_tier" CHECK("tier" in ('intermediate_pro', 'pro', 'legacy_pro')),
	CONSTRAINT "plans_student_yearly" CHECK("audience" <> 'student' or "interval" = 'year')
);
--> statement-breakpoint
INSERT INTO `__new_plans`("id", "plan_id", "tier", "product_id", "amount", "currency", "interval", "audience", "active", "stripe_price_id", "open_amount") SELECT "id", "plan_id", "tier", "product_id", "amount", "currency", "interval", "audience", "active", "stripe_price_id", "open_amount" FROM `plans`;--> statement-breakpoint
DROP TABLE `plans`;--> statement-breakpoint
ALTER TABLE `__new_plans` RENAME TO `plans`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `plans_stripe_price_id_unique` ON `plans` (`stripe_price_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `plans_offer` ON `plans` (`plan_id`,`interval`,`currency`,`audience`) WHERE "plans"."active";--> statement-breakpoint
CREATE UNIQUE INDEX `applet_steps_one_trigger` ON `applet_steps` (`applet_id`) WHERE instr("applet_steps"."step_id", '/triggers/') > 0;