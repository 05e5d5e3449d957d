CREATE TABLE `drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`applet_id` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`doc` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`applet_id`) REFERENCES `applets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `drafts_expiry` ON `drafts` (`updated_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_applet` ON `drafts` (`applet_id`,`user_id`) WHERE "drafts"."applet_id" is not null;