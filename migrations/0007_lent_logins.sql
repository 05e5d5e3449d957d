CREATE TABLE `lent_logins` (
	`login` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`lent_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lent_logins_user` ON `lent_logins` (`user_id`);