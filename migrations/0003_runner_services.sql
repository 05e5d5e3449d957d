CREATE TABLE `runner_services` (
	`user_id` text NOT NULL,
	`module_name` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`user_id`, `module_name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `runner_services_version` ON `runner_services` (`module_name`,`version`,`user_id`);