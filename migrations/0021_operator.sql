CREATE TABLE `operator_log` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`outcome` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "operator_log_outcome" CHECK("operator_log"."outcome" in ('begun', 'done', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `operator_log_newest` ON `operator_log` (`created_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_given_up` ON `stripe_events` (`received_at`) WHERE ("stripe_events"."parked" is not null or ("stripe_events"."processed_at" is null and "stripe_events"."attempts" >= 100));