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
CREATE INDEX `trial_promotions_open` ON `trial_promotions` (`user_id`) WHERE "trial_promotions"."state" in ('promised', 'given');