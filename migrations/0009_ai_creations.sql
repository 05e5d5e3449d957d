CREATE TABLE `ai_creations` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "ai_creations_count" CHECK(typeof("ai_creations"."count") = 'integer' and "ai_creations"."count" > 0)
);
