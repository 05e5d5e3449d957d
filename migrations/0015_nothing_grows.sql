CREATE TABLE `digest_schedule` (
	`user_id` text PRIMARY KEY NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digest_schedule_due` ON `digest_schedule` (`due_at`);--> statement-breakpoint
DROP INDEX `stripe_events_received`;--> statement-breakpoint
DROP INDEX `stripe_events_open`;--> statement-breakpoint
ALTER TABLE `stripe_events` ADD `retry_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `stripe_events_handled` ON `stripe_events` (`received_at`) WHERE "stripe_events"."processed_at" is not null;--> statement-breakpoint
CREATE INDEX `stripe_events_due` ON `stripe_events` (`retry_at`) WHERE "stripe_events"."processed_at" is null and "stripe_events"."attempts" < 100;--> statement-breakpoint
DROP INDEX `subscriptions_period_end`;--> statement-breakpoint
DROP INDEX `subscriptions_card_expires`;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `lapses_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `read_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `renewal_told` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_told` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_lapses` ON `subscriptions` (`lapses_at`) WHERE "subscriptions"."lapses_at" is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_read` ON `subscriptions` (`read_at`) WHERE "subscriptions"."payment_type" = 'stripe' and "subscriptions"."status" not in ('incomplete_expired', 'canceled');--> statement-breakpoint
CREATE INDEX `subscriptions_booked` ON `subscriptions` (`read_at`) WHERE "subscriptions"."stripe_schedule_id" is not null and "subscriptions"."next_plan" is null and "subscriptions"."status" not in ('incomplete_expired', 'canceled');--> statement-breakpoint
CREATE INDEX `subscriptions_trial_ends` ON `subscriptions` (`current_period_end`) WHERE "subscriptions"."payment_type" = 'stripe' and "subscriptions"."cancel_at_period_end" = 0 and "subscriptions"."cancel_at" is null and "subscriptions"."status" = 'trialing' and "subscriptions"."card_authenticated" = 1
    and "subscriptions"."renewal_told" is not "subscriptions"."current_period_end";--> statement-breakpoint
CREATE INDEX `subscriptions_renews` ON `subscriptions` (`current_period_end`) WHERE "subscriptions"."payment_type" = 'stripe' and "subscriptions"."cancel_at_period_end" = 0 and "subscriptions"."cancel_at" is null and "subscriptions"."status" = 'active' and "subscriptions"."payment_interval" = 'year'
    and "subscriptions"."renewal_told" is not "subscriptions"."current_period_end";--> statement-breakpoint
CREATE INDEX `subscriptions_card_expires` ON `subscriptions` (`current_period_end`) WHERE "subscriptions"."payment_type" = 'stripe' and "subscriptions"."cancel_at_period_end" = 0 and "subscriptions"."cancel_at" is null and "subscriptions"."card_expires_at" <= "subscriptions"."current_period_end"
    and "subscriptions"."card_told" is not "subscriptions"."current_period_end";--> statement-breakpoint
DROP INDEX `credit_reviews_open`;--> statement-breakpoint
CREATE INDEX `credit_reviews_user` ON `credit_reviews` (`user_id`);--> statement-breakpoint
CREATE INDEX `credit_reviews_customer` ON `credit_reviews` (`customer`);--> statement-breakpoint
CREATE INDEX `credit_reviews_due` ON `credit_reviews` (max("leased_until", "updated_at" + 300000)) WHERE "credit_reviews"."state" = 'open';--> statement-breakpoint
DROP INDEX `money_mails_open`;--> statement-breakpoint
CREATE INDEX `money_mails_user` ON `money_mails` (`user_id`);--> statement-breakpoint
CREATE INDEX `money_mails_due` ON `money_mails` (`leased_until`,`created_at`) WHERE "money_mails"."outcome" is null and "money_mails"."attempts" < 100;--> statement-breakpoint
CREATE INDEX `money_mails_sent` ON `money_mails` (`created_at`) WHERE "money_mails"."outcome" is not null;--> statement-breakpoint
DROP INDEX `runners_behind`;--> statement-breakpoint
DROP INDEX `runners_wake`;--> statement-breakpoint
CREATE INDEX `runners_due` ON `runners` (coalesce("retry_at", 0),`wanted`) WHERE "runners"."applied" < "runners"."wanted" and "runners"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `runners_late` ON `runners` (`wake_by`) WHERE "runners"."wake_by" is not null and "runners"."deleted_at" is null;--> statement-breakpoint
DROP INDEX `trial_promotions_open`;--> statement-breakpoint
ALTER TABLE `trial_promotions` ADD `due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `trial_promotions_user` ON `trial_promotions` (`user_id`);--> statement-breakpoint
CREATE INDEX `trial_promotions_due` ON `trial_promotions` (`due_at`) WHERE "trial_promotions"."state" in ('promised', 'given');--> statement-breakpoint
DROP INDEX `activity_log_applet`;--> statement-breakpoint
CREATE INDEX `activity_log_applet` ON `activity_log` (`applet_id`,`user_id`,`category`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `rate_limits_reset` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE INDEX `sessions_end` ON `sessions` (min("expires_at", "last_seen_at" + 1209600000));--> statement-breakpoint
CREATE INDEX `sessions_revoked` ON `sessions` (`revoked_at`) WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX `used_links_expiry` ON `used_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `ai_creations_day` ON `ai_creations` (`day`);--> statement-breakpoint
CREATE INDEX `operations_due` ON `operations` (max("leased_until", "updated_at" + 300000)) WHERE "operations"."state" in ('claimed', 'awaiting');--> statement-breakpoint
CREATE INDEX `trial_cards_operation` ON `trial_cards` (`operation_id`);--> statement-breakpoint
CREATE INDEX `oauth_states_user` ON `oauth_states` (`user_id`);--> statement-breakpoint
CREATE INDEX `credit_refunds_review` ON `credit_refunds` (`review_id`);--> statement-breakpoint
CREATE INDEX `feedback_applet` ON `feedback` (`applet_id`);--> statement-breakpoint
CREATE INDEX `messages_sent_user` ON `messages_sent` (`user_id`) WHERE "messages_sent"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `digest_lines_applet` ON `digest_lines` (`applet_id`) WHERE "digest_lines"."applet_id" is not null;--> statement-breakpoint
CREATE INDEX `notifications_applet` ON `notifications` (`applet_id`) WHERE "notifications"."applet_id" is not null;--> statement-breakpoint
-- Plans that time alone ends. What ended more than a day ago has been looked at.
UPDATE `subscriptions` SET `lapses_at` = CASE `status` WHEN 'past_due' THEN coalesce(`past_due_since` + 1209600000, 0) ELSE `current_period_end` END
	WHERE `status` = 'past_due' OR (`status` = 'canceled' AND `current_period_end` > unixepoch() * 1000 - 86400000);--> statement-breakpoint
INSERT INTO `digest_schedule` (`user_id`) SELECT DISTINCT `user_id` FROM `digest_lines` WHERE `sent_at` IS NULL;--> statement-breakpoint
-- When a plan that changed ends by time alone, in ms; 0 is now. 1209600000 is the grace period of a failed renewal.
CREATE TRIGGER `subscriptions_lapse_made` AFTER INSERT ON `subscriptions` BEGIN
	UPDATE `subscriptions` SET `lapses_at` = CASE
		WHEN NEW.`status` = 'active' OR (NEW.`status` = 'trialing' AND NEW.`card_authenticated`) THEN NULL
		WHEN NEW.`status` = 'past_due' THEN coalesce(NEW.`past_due_since` + 1209600000, 0)
		WHEN NEW.`status` = 'canceled' THEN coalesce(NEW.`current_period_end`, 0)
		ELSE 0 END WHERE `id` = NEW.`id`;
	UPDATE `trial_promotions` SET `due_at` = 0 WHERE `user_id` = NEW.`user_id` AND `state` IN ('promised', 'given');
END;
--> statement-breakpoint
CREATE TRIGGER `subscriptions_lapse_changed` AFTER UPDATE ON `subscriptions`
WHEN NEW.`status` IS NOT OLD.`status` OR NEW.`card_authenticated` IS NOT OLD.`card_authenticated` OR NEW.`current_period_end` IS NOT OLD.`current_period_end` OR NEW.`past_due_since` IS NOT OLD.`past_due_since` BEGIN
	UPDATE `subscriptions` SET `lapses_at` = CASE
		WHEN NEW.`status` = 'active' OR (NEW.`status` = 'trialing' AND NEW.`card_authenticated`) THEN NULL
		WHEN NEW.`status` = 'past_due' THEN coalesce(NEW.`past_due_since` + 1209600000, 0)
		WHEN NEW.`status` = 'canceled' THEN coalesce(NEW.`current_period_end`, 0)
		ELSE 0 END WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- What a promise waits for may have come.
CREATE TRIGGER `trial_promotions_due_again` AFTER UPDATE ON `subscriptions`
WHEN NEW.`status` IS NOT OLD.`status` OR NEW.`trial_end` IS NOT OLD.`trial_end` OR NEW.`cancel_at` IS NOT OLD.`cancel_at` OR NEW.`cancel_at_period_end` IS NOT OLD.`cancel_at_period_end` BEGIN
	UPDATE `trial_promotions` SET `due_at` = 0 WHERE `user_id` = NEW.`user_id` AND `state` IN ('promised', 'given');
END;
--> statement-breakpoint
-- A user's first line that is not mailed makes the row.
CREATE TRIGGER `digest_schedule_made` AFTER INSERT ON `digest_lines` WHEN NEW.`sent_at` IS NULL BEGIN
	INSERT INTO `digest_schedule` (`user_id`) SELECT NEW.`user_id` WHERE NOT EXISTS (SELECT 1 FROM `digest_schedule` WHERE `user_id` = NEW.`user_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `digest_schedule_due_again` AFTER UPDATE ON `users`
WHEN NEW.`timezone` IS NOT OLD.`timezone` OR NEW.`email_verified_at` IS NOT OLD.`email_verified_at` BEGIN
	UPDATE `digest_schedule` SET `due_at` = 0 WHERE `user_id` = NEW.`id`;
END;
