CREATE TABLE `account_deletions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`take_down` integer NOT NULL,
	`ends_subscription` text,
	`begun_at` integer,
	`done_at` integer,
	`next_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_deletions_due` ON `account_deletions` (`next_at`) WHERE "account_deletions"."done_at" is null;--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`from_email` text NOT NULL,
	`from_verified_at` integer,
	`to_email` text NOT NULL,
	`requested_at` integer NOT NULL,
	`confirmed_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `email_changes_kept` ON `email_changes` (`from_email`) WHERE "email_changes"."confirmed_at" is not null;--> statement-breakpoint
CREATE TABLE `former_logins` (
	`id` text PRIMARY KEY NOT NULL,
	`login` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `former_logins_login` ON `former_logins` ("login" collate nocase);--> statement-breakpoint
CREATE INDEX `former_logins_user` ON `former_logins` (`user_id`);--> statement-breakpoint
CREATE INDEX `former_logins_expiry` ON `former_logins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `past_trials` (
	`hash` text PRIMARY KEY NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `users` ADD `timezone_chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `deletes_at` integer;--> statement-breakpoint
CREATE INDEX `passkey_challenges_user` ON `passkey_challenges` (`user_id`);
--> statement-breakpoint
-- A deleted account's Applets pause at once, and go on when the deletion is undone.
CREATE TRIGGER `runners_user_deleted` AFTER UPDATE ON `users`
WHEN NEW.`deletes_at` IS NOT OLD.`deletes_at` BEGIN
	UPDATE `runners` SET `wanted` = max(wanted + 1, cast(unixepoch('subsec') * 1000 as integer)) WHERE `user_id` = NEW.`id`;
END;
--> statement-breakpoint
-- An address that was changed, and a user name that was given up, stay their user's for a time.
CREATE TRIGGER `users_email_kept_join` BEFORE INSERT ON `users`
WHEN EXISTS (SELECT 1 FROM `email_changes` WHERE `from_email` = NEW.`email` AND `confirmed_at` IS NOT NULL AND `user_id` <> NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email');
END;
--> statement-breakpoint
CREATE TRIGGER `users_email_kept_change` BEFORE UPDATE OF `email` ON `users`
WHEN NEW.`email` <> OLD.`email` AND EXISTS (SELECT 1 FROM `email_changes` WHERE `from_email` = NEW.`email` AND `confirmed_at` IS NOT NULL AND `user_id` <> NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.email');
END;
--> statement-breakpoint
CREATE TRIGGER `users_login_kept_join` BEFORE INSERT ON `users`
WHEN EXISTS (SELECT 1 FROM `former_logins` WHERE `login` = NEW.`login` COLLATE NOCASE AND `user_id` <> NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.login');
END;
--> statement-breakpoint
CREATE TRIGGER `users_login_kept_change` BEFORE UPDATE OF `login` ON `users`
WHEN NEW.`login` <> OLD.`login` AND EXISTS (SELECT 1 FROM `former_logins` WHERE `login` = NEW.`login` COLLATE NOCASE AND `user_id` <> NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'UNIQUE constraint failed: users.login');
END;
